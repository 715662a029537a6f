"""What a server does once, before anybody can come."""
