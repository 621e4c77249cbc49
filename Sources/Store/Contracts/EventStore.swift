/// What the server remembers of what happens, beside the configuration: counts, recent contexts, and whatever else comes
/// from events.
///
/// It is a store of its own because it takes far more writes, and a change of configuration, a kill above all, must not
/// queue behind them. None of it is configuration: it leaves no audit rows and no revisions. An engine with one database may
/// fulfil this and ``ConfigurationStore`` with one type. It is opened and closed together with the configuration that it
/// belongs to; after that its functions throw ``StoreError/closed``. All functions may be called from any task and block
/// no thread of the caller.
public protocol EventStore: FlagUsageStore, RecentContextStore {}
