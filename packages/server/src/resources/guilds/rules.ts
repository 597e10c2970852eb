import { allow, has, MUTABLE_GUILD_FEATURES, refuse, type Verdict } from '@guildhall/protocol'

/** Which features a caller may switch: some by a permission, PRUNE_REQUIRES_ADMIN by the owner alone, others not at all. [GLD-1] */
export function maySwitchFeatures(
  actor: { permissions: bigint; owner: boolean },
  before: readonly string[],
  after: readonly string[],
): Verdict {
  const switched = [
    ...after.filter((feature) => !before.includes(feature)),
    ...before.filter((feature) => !after.includes(feature)),
  ]
  for (const feature of switched) {
    const needed = (MUTABLE_GUILD_FEATURES as Readonly<Record<string, bigint | 'owner' | undefined>>)[feature]
    if (needed === undefined) return refuse('INVALID_FORM_BODY', `${feature} cannot be switched`)
    const may = needed === 'owner' ? actor.owner : has(actor.permissions, needed)
    if (!may) return refuse('MISSING_PERMISSIONS', `${feature} is not the caller's to switch`)
  }
  return allow
}
