/// The app's own module of that name.
public let nameStatistics = "the app's Statistics"
