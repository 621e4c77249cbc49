// An app imports `Serin` and has the whole vocabulary of flags with it.
@_exported public import SerinFlags
