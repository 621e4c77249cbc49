/// The app's own module of that name.
public let nameCanary = "the app's Canary"
