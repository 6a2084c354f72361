"""What costs time, made where it holds up nobody: pictures, whole games, computer players, tablebases."""
