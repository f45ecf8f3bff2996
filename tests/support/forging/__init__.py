"""Forged certificates: tiny sources whose claims are judged by brute force, and certificates that claim what is false.

Nothing here imports what verifies certificates.  Certificates are made and verified through public doors alone.
"""
