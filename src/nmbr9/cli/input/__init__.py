"""What commands read: flags, records and games that are kept on this machine."""
