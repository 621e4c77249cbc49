/// The app's own module of that name.
public let nameStore = "the app's Store"
