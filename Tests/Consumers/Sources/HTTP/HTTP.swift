/// The app's own module of that name.
public let nameHTTP = "the app's HTTP"
