/// Which draw a percentage or a split uses.
///
/// Serin's own is ``sha256``. The others are those of other systems, so that no user changes group when a rule is
/// imported. Each takes the salt and the unit (and nothing else) as UTF-8, and turns the hash of both into a whole
/// number; the percentage or the weights then decide with the source's own comparison and its own floating-point
/// arithmetic. Separators belong to the algorithm and are not part of the salt. What a weight means is the source's too:
/// where it is not said to be a ratio, it is absolute, and a unit behind the last weight gets no variation.
///
/// In the formulas, `p` is the percentage from 0 to 100, `n` the number that is drawn, and an integer that is read from
/// a digest has its most significant byte first unless said otherwise.
public enum DrawAlgorithm: String, Sendable, Hashable, CaseIterable, Codable {
  /// Serin's own draw; see ``Draw``. Weights are ratios.
  case sha256

  /// Unleash's flexible rollout and its variants.
  ///
  /// - Salt: the `groupId`. Hashed: `<salt>:<unit>` with MurmurHash3 x86 32, seed 0; for a split seed 86028157.
  /// - Rollout: `n = hash % 100 + 1`, in when `p > 0 && n <= p`. Whole percents.
  /// - Split: weights are whole numbers with the sum `W`; `n = hash % W + 1`, the first with a running sum `>= n`.
  /// - Source: Unleash `feature-evaluator/strategy/util.ts`; checked against yggdrasil-engine 2.0.0.
  case unleash

  /// LaunchDarkly's percentage rollouts and experiments.
  ///
  /// - Salt: `<flag key>.<salt>`, or the seed in decimal. Hashed: `<salt>.<unit>` with SHA-1, its first 60 bits.
  /// - Rollout: `n / 2^60 < weight / 100000` as doubles, where the weight is `p x 1000`.
  /// - Split: weights are hundred-thousandths; running sums of `weight / 100000`; past the end the last one.
  /// - Without a unit the value is 0, so the first weight, and any rollout above 0 %, has it.
  /// - Source: launchdarkly-server-sdk 9.20.0 (the divisor 0xFFFFFFFFFFFFFFF is 2^60 as a double).
  case launchDarkly

  /// GrowthBook's hash version 1.
  ///
  /// - Salt: the seed, or the experiment's or feature's key. Hashed: `<unit><salt>` with FNV-1a 32 over UTF-16 code units.
  /// - Rollout: `n = hash % 1000`, in when `n / 1000 < p / 100`.
  /// - Split: weights are shares of 1; half-open ranges between running sums. A sum outside 0.99...1.01 makes them equal.
  /// - Source: growthbook 4.0.0 (Python) and GrowthBook's guide for building an SDK.
  case growthBook1

  /// GrowthBook's hash version 2.
  ///
  /// As ``growthBook1``, but hashed is `<salt><unit>`, then the decimal digits of that hash, and `n = hash % 10000`.
  case growthBook2

  /// flagd's `fractional`, in the form that hashes CBOR.
  ///
  /// - Salt: the flag's key for the short form; empty for a given first argument, which is then the unit alone.
  /// - Hashed: the CBOR array of the texts `[<salt>, <unit>]`, or the CBOR text `<unit>` when the salt is empty, with
  ///   MurmurHash3 x86 32, seed 0.
  /// - Split: weights are whole numbers with the sum `W <= 2^31 - 1`; the first whose running sum is above
  ///   `(n x W) >> 32`. A rollout is the first arm of a split in `p` and `100 - p`.
  /// - Source: openfeature-flagd-core 2.0.0. Older flagd hashed the joined text and scaled with floats.
  case flagd

  /// ConfigCat's percentage options.
  ///
  /// - Salt: the setting's key. Hashed: `<salt><unit>` with SHA-1, its first 28 bits.
  /// - Rollout: `n = hash % 100`, in when `n < p`. Whole percents.
  /// - Split: weights are percents; the first whose running sum is above `n`.
  /// - Source: configcat-client 10.0.1, `rolloutevaluator.py`.
  case configCat

  /// PostHog's release conditions and multivariate flags.
  ///
  /// - Salt: the flag's key. Hashed: `<salt>.<unit>` with SHA-1, its first 60 bits; for a split `<salt>.<unit>variant`.
  /// - Rollout: in when `n / 2^60 <= p / 100` as doubles, so that 0 % holds the number 0.
  /// - Split: weights are percents; half-open ranges between running sums of `weight / 100`.
  /// - Source: posthog 7.91.1, `feature_flags.py`.
  case postHog

  /// Flagsmith's percentage splits and multivariate features.
  ///
  /// - Salt: the segment's or the feature's key. Hashed: `<salt>,<unit>` with MD5 as one integer, modulo 9999; when that
  ///   is 9998 the pair is repeated (`<salt>,<unit>,<salt>,<unit>`, and so on) and hashed again.
  /// - Rollout: in when `n / 9998 x 100 <= p`, so that 0 % holds the number 0.
  /// - Split: weights are percents; half-open ranges between running sums; past the end nothing (its control value).
  /// - Source: flagsmith-flag-engine 11.1.1.
  case flagsmith

  /// FeatBit's percentage rollouts.
  ///
  /// - Salt: the flag's key, or the experiment's prefix. Hashed: `<salt><unit>` with MD5; the first four bytes as a
  ///   signed integer with the least significant byte first; `n` is its magnitude, 0...2^31.
  /// - Rollout: in when `n / 2^31 <= p / 100`; nobody at 0 %, everybody from 99.999 % on.
  /// - Split: weights are shares of 1; ranges between running sums with both ends inside, the first that fits.
  /// - Without a unit the salt alone is hashed.
  /// - Source: FeatBit's `DispatchAlgorithm.cs`; numbers checked against fb-python-sdk 1.2.1.
  case featBit

  /// Eppo's shards.
  ///
  /// - Salt: the shard's salt. Hashed: `<salt>-<unit>` with MD5, its first four bytes.
  /// - Rollout: `n = hash % 10000`, in when `n < p x 100`. Percentages with two decimals.
  /// - Split: weights are whole shards; half-open ranges between running sums.
  /// - Source: Eppo's SDKs and their shared test data.
  case eppo

  /// Statsig's gates, and for splits its user buckets.
  ///
  /// - Salt: `<config salt>.<rule salt>` for a gate; the bucket condition's salt for a split.
  /// - Hashed: `<salt>.<unit>` with SHA-256, its first eight bytes.
  /// - Rollout: `n = hash % 10000`, in when `n < p x 100` as doubles.
  /// - Split: `n = hash % 1000`; weights are whole thousandths; half-open ranges between running sums.
  /// - Without a unit the empty id is hashed.
  /// - Source: statsig-python-core 0.24.2, against which it is tested.
  case statsig

  /// SHA-256 of the unit before the salt, in thousandths: a draw found in app code with canary percentages.
  ///
  /// - Salt: the flag's key. Hashed: `<unit>-<salt>` with SHA-256, its first four bytes.
  /// - Rollout: `n = hash % 1000`, in when `n / 1000 < p / 100`. Weights are ratios.
  case sha256Prefix

  /// djb2, in hundredths: a draw found in app code with experiments.
  ///
  /// - Salt: the experiment's name. Hashed: `<salt>_<unit>` byte by byte with `h = h x 33 + byte` from 5381 in wrapping
  ///   signed arithmetic of 64 bits.
  /// - Rollout: `n = |h| % 100` (the magnitude, which even the least integer has), in when `n < p`. Weights are ratios.
  case djb2
}
