"""What the hall and the public see: pages made by the server, a stream of news, calendars and JSON."""
