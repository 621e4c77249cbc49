/// The app's own module of that name.
public let nameServer = "the app's Server"
