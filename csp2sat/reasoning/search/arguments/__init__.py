"""Arguments about rooms and stars that a person sees, without a solver."""
