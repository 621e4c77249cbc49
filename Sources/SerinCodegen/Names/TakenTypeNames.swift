/// The types whose names no type of a flag takes.
///
/// A flag's type is a member of `FlagKey`: in an extension of `FlagKey`, generated or written by hand, its name would hide
/// that of a type of the whole program. A flag `set` is therefore `FlagKey.SetFlag`, and `Set` stays Swift's. The lists are
/// fixed, since a name must not change with the compiler; the tests of the package compare them with the types that the
/// compiler at hand knows.
enum TakenTypeNames {
  /// Every such name.
  static let all: Set<String> = Set(
    [swift, foundation, serin].flatMap { $0.split(whereSeparator: \.isWhitespace).map(String.init) })

  /// Words of the language, and types of its standard library and of the modules that come with it.
  private static let swift = """
    Actor AdditiveArithmetic Any AnyBidirectionalCollection AnyClass AnyCollection AnyHashable AnyIndex
    AnyIterator AnyKeyPath AnyObject AnyRandomAccessCollection AnyRegexOutput AnySequence Array ArraySlice
    AsyncCompactMapSequence AsyncDropFirstSequence AsyncDropWhileSequence AsyncFilterSequence AsyncFlatMapSequence
    AsyncIteratorProtocol AsyncMapSequence AsyncPrefixSequence AsyncPrefixWhileSequence AsyncSequence AsyncStream
    AsyncThrowingCompactMapSequence AsyncThrowingDropWhileSequence AsyncThrowingFilterSequence
    AsyncThrowingFlatMapSequence AsyncThrowingMapSequence AsyncThrowingPrefixWhileSequence AsyncThrowingStream
    Atomic AtomicLazyReference AtomicLoadOrdering AtomicOptionalRepresentable AtomicRepresentable
    AtomicStoreOrdering AtomicUpdateOrdering BidirectionalCollection BinaryFloatingPoint BinaryInteger
    BitwiseCopyable Bool BooleanLiteralType CBool CChar CChar16 CChar32 CChar8 CDouble CFloat CFloat16 CInt CLong
    CLongDouble CLongLong CShort CSignedChar CUnsignedChar CUnsignedInt CUnsignedLong CUnsignedLongLong
    CUnsignedShort CVaListPointer CVarArg CWideChar CancellationError CaseIterable Character CheckedContinuation
    Clock ClosedRange Codable CodingKey CodingKeyRepresentable CodingUserInfoKey Collection CollectionDifference
    CollectionOfOne CommandLine Comparable ContiguousArray ContinuousClock Copyable CountableClosedRange
    CountablePartialRangeFrom CountableRange CustomConsumingRegexComponent CustomDebugStringConvertible
    CustomLeafReflectable CustomPlaygroundDisplayConvertible CustomReflectable CustomStringConvertible Decodable
    Decoder DecodingError DefaultIndices DefaultStringInterpolation Dictionary DictionaryIndex DictionaryIterator
    DictionaryLiteral DiscardingTaskGroup DiscontiguousSlice Double DropFirstSequence DropWhileSequence Duration
    DurationProtocol EmptyCollection Encodable Encoder EncodingError EnumeratedIterator EnumeratedSequence
    Equatable Error Escapable Executor ExecutorJob ExpressibleByArrayLiteral ExpressibleByBooleanLiteral
    ExpressibleByDictionaryLiteral ExpressibleByExtendedGraphemeClusterLiteral ExpressibleByFloatLiteral
    ExpressibleByIntegerLiteral ExpressibleByNilLiteral ExpressibleByStringInterpolation
    ExpressibleByStringLiteral ExpressibleByUnicodeScalarLiteral ExtendedGraphemeClusterType FixedWidthInteger
    FlattenCollection FlattenSequence Float Float16 Float32 Float64 Float80 FloatLiteralType FloatingPoint
    FloatingPointClassification FloatingPointRoundingRule FloatingPointSign GlobalActor Hashable Hasher
    Identifiable IndexingIterator InlineArray InstantProtocol Int Int128 Int16 Int32 Int64 Int8 IntegerLiteralType
    IteratorProtocol IteratorSequence Job JobPriority JoinedSequence KeyPath KeyValuePairs KeyedDecodingContainer
    KeyedDecodingContainerProtocol KeyedEncodingContainer KeyedEncodingContainerProtocol LazyCollection
    LazyCollectionProtocol LazyDropWhileCollection LazyDropWhileSequence LazyFilterCollection LazyFilterSequence
    LazyMapCollection LazyMapSequence LazyPrefixWhileCollection LazyPrefixWhileSequence LazySequence
    LazySequenceProtocol LosslessStringConvertible MainActor ManagedBuffer ManagedBufferPointer MemoryLayout
    Mirror MirrorPath MutableCollection MutableRawSpan MutableSpan Mutex Never Numeric ObjectIdentifier Observable
    ObservationRegistrar Observations OpaquePointer OptionSet Optional OutputRawSpan OutputSpan PartialAsyncTask
    PartialKeyPath PartialRangeFrom PartialRangeThrough PartialRangeUpTo PlaygroundQuickLook PrefixSequence
    Protocol RandomAccessCollection RandomNumberGenerator Range RangeExpression RangeReplaceableCollection
    RangeSet RawRepresentable RawSpan ReferenceWritableKeyPath Regex RegexComponent RegexRepetitionBehavior
    RegexSemanticLevel RegexWordBoundaryKind Repeated Result ReversedCollection Self Sendable SendableMetatype
    Sequence SerialExecutor Set SetAlgebra SetIndex SetIterator SignedInteger SignedNumeric
    SingleValueDecodingContainer SingleValueEncodingContainer Slice Span StaticBigInt StaticString StrideThrough
    StrideThroughIterator StrideTo StrideToIterator Strideable String StringInterpolationProtocol
    StringLiteralType StringProtocol Substring SuspendingClock Swift SystemRandomNumberGenerator Task TaskExecutor
    TaskGroup TaskLocal TaskPriority TextOutputStream TextOutputStreamable ThrowingDiscardingTaskGroup
    ThrowingTaskGroup Type UInt UInt128 UInt16 UInt32 UInt64 UInt8 UnboundedRange UnfoldFirstSequence
    UnfoldSequence Unicode UnicodeCodec UnicodeDecodingResult UnicodeScalar UnicodeScalarType
    UnkeyedDecodingContainer UnkeyedEncodingContainer Unmanaged UnownedJob UnownedSerialExecutor
    UnownedTaskExecutor UnsafeBufferPointer UnsafeContinuation UnsafeCurrentTask UnsafeMutableBufferPointer
    UnsafeMutablePointer UnsafeMutableRawBufferPointer UnsafeMutableRawPointer UnsafePointer
    UnsafeRawBufferPointer UnsafeRawPointer UnsafeThrowingContinuation UnsignedInteger Void WordPair
    WritableKeyPath Zip2Sequence
    """

  /// Types of Foundation and Dispatch.
  private static let foundation = """
    AffineTransform AlignmentOptions AttributeContainer AttributeDynamicLookup AttributeScope
    AttributeScopeCodableConfiguration AttributeScopes AttributedString AttributedStringAttributeMutation
    AttributedStringKey AttributedStringProtocol AttributedSubstring BlockOperation Bundle ByteCountFormatter
    Calendar CharacterSet CocoaError CodableAttributedStringKey CodableConfiguration CodableWithConfiguration
    ComparableComparator Comparator ComparisonResult ContiguousBytes CustomNSError Data DataProtocol Date
    DateComponents DateFormatter DateInterval DateIntervalFormatter Decimal DecodableAttributedStringKey
    DecodableWithConfiguration DecodingConfigurationProviding Dimension DiscontiguousAttributedSubstring
    DiscreteFormatStyle Dispatch DispatchData DispatchDataIterator DispatchGroup DispatchIO DispatchObject
    DispatchPredicate DispatchQoS DispatchQueue DispatchSemaphore DispatchSource DispatchSourceHandler
    DispatchSourceProtocol DispatchSourceRead DispatchSourceSignal DispatchSourceTimer DispatchSourceUserDataAdd
    DispatchSourceUserDataOr DispatchSourceUserDataReplace DispatchSourceWrite DispatchSpecificKey DispatchTime
    DispatchTimeInterval DispatchTimeoutResult DispatchWallTime DispatchWorkItem DispatchWorkItemFlags
    EncodableAttributedStringKey EncodableWithConfiguration EncodingConfigurationProviding EnergyFormatter
    Expression FileAttributeKey FileAttributeType FileHandle FileManager FileManagerDelegate FileProtectionType
    FormatStyle Formatter Foundation Host IndexPath IndexSet InflectionRule InputStream LengthFormatter Locale
    LocalizedError MarkdownDecodableAttributedStringKey MassFormatter Measurement Morphology MutableDataProtocol
    Notification NotificationCenter NotificationQueue NumberFormatter ObjCBool ObservableObject
    OperatingSystemVersion Operation OperationQueue OutputStream ParseStrategy ParseableFormatStyle
    PersonNameComponents PersonNameComponentsFormatter Pipe Port PortDelegate PortMessage Predicate
    PredicateBindings PredicateError PredicateExpression PredicateExpressions Process ProcessInfo Progress
    ProgressKind ProgressReporting ProgressUserInfoKey PropertyListDecoder PropertyListEncoder
    PropertyListSerialization QualityOfService RecoverableError ReferenceConvertible RunLoop Scanner
    ScopedAttributeContainer Selector SocketNativeHandle SocketPort SortComparator SortOrder
    StandardPredicateExpression Stream StreamDelegate StreamNetworkServiceTypeValue StreamSOCKSProxyConfiguration
    StreamSOCKSProxyVersion StreamSocketSecurityLevel StringTransform Thread TimeInterval TimeZone Timer Unit
    UnitAcceleration UnitAngle UnitArea UnitConcentrationMass UnitConverter UnitConverterLinear UnitDispersion
    UnitDuration UnitElectricCharge UnitElectricCurrent UnitElectricPotentialDifference UnitElectricResistance
    UnitEnergy UnitFrequency UnitFuelEfficiency UnitIlluminance UnitInformationStorage UnitLength UnitMass
    UnitPower UnitPressure UnitSpeed UnitTemperature UnitVolume UserDefaults
    """

  /// Types and modules of the SDK, and what generated code declares for itself.
  private static let serin = """
    AlwaysActiveLifecycle AttributeCondition BehaviourAnswers BehaviourFact CalendarDay CompiledFlag
    CompiledRuleset Condition ConditionOperator ConditionTrace ContextEvaluator DocumentError DocumentIssue
    DocumentMode DocumentPart Draw DrawAlgorithm DrawTrace Evaluation Experiment ExperimentAssignment
    ExpiredDeclarations Explanation FeatureFlag FeatureFlags FeatureFlagsError FeatureFlagsUpdateListener
    FlagAnswer FlagCatalog FlagClock FlagContext FlagDecodingError FlagDefinition FlagDetails FlagEntry FlagEvent
    FlagExpiry FlagFallback FlagKey FlagKind FlagLifecycle FlagLogMessage FlagMonitor FlagOrigin FlagOverride
    FlagOverrides FlagProperty FlagProvider FlagReading FlagReason FlagRequest FlagResponse FlagSignal FlagSource
    FlagSourceConformance FlagStability FlagStreamError FlagTransport FlagValue FlagsChange FlagsChanges
    FlagsSnapshot FlagsState ImpressionPolicy InMemorySource JSONObject JSONValue KeyGrammar LifecyclePhase
    ListReference MalformedFlag ManualTransport NeverHappened ObservableFlags OverrideSource Pattern PatternError
    Percentage Prerequisite PrerequisiteTrace PreviousExit PropertyDefinition PropertyType RecordingListener
    RefreshOutcome RemoteSource Rollout RuleDefinition RuleTrace RulesetAnswer RulesetDocument RulesetSource
    ScriptedTransport SegmentDefinition SegmentEntry SemanticVersion Serin SerinFlags SerinTesting Serve
    SnapshotSource Split SplitTrace SystemClock TestClock TestFlagServer TestLifecycle TimeRelation Timestamp
    Truth VariationDefinition
    """
}
