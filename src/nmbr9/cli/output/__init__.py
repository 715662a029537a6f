"""What commands write: tables, pictures, files and progress."""
