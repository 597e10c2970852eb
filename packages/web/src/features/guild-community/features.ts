import { Permission } from '@guildhall/protocol'

/** Feature of a guild that its members switch. */
export interface SwitchedFeature {
  readonly feature: string
  readonly label: string
  readonly hint: string
  readonly needs: bigint | 'owner'
}

/** Features that are switched by themselves. COMMUNITY has its own form. */
export const FEATURES: readonly SwitchedFeature[] = [
  {
    feature: 'INVITES_DISABLED',
    label: 'Pause invites',
    hint: 'Nobody can join by an invite.',
    needs: Permission.MANAGE_GUILD,
  },
  {
    feature: 'RAID_ALERTS_DISABLED',
    label: 'No raid alerts',
    hint: 'The safety alerts channel gets no alert when many people join at once.',
    needs: Permission.MANAGE_GUILD,
  },
  {
    feature: 'DISCOVERABLE',
    label: 'Show in discovery',
    hint: 'Everybody can find the guild and look at its preview.',
    needs: Permission.ADMINISTRATOR,
  },
  {
    feature: 'PRUNE_REQUIRES_ADMIN',
    label: 'Only administrators prune members',
    hint: 'The owner alone switches this.',
    needs: 'owner',
  },
]

/** Returns features with one of them added or removed. */
export function withFeature(features: readonly string[], feature: string, on: boolean): string[] {
  const others = features.filter((one) => one !== feature)
  return on ? [...others, feature] : others
}
