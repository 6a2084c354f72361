"""Between the network and the application: connections, limits, who a visitor is."""
