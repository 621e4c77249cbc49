/// Events know the exposures of earlier runs and keep what the record of the run has to tell.
extension EventRecorder: ExposureSource, EventSink {}
