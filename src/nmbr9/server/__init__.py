"""The house: matches over HTTP and WebSocket, stored before anybody hears of them."""
