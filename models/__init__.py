"""The games that the verifier knows, one package each."""
