"""The kernel that all games share: objects, events, continuous effects, layers and staged costs."""
