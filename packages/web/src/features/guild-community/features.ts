import { Permission } from '@guildhall/protocol'
import { type Message, msg } from '../../lib/language/text.ts'

/** Feature of a guild that its members switch. */
export interface SwitchedFeature {
  readonly feature: string
  readonly label: Message
  readonly hint: Message
  readonly needs: bigint | 'owner'
}

/** Features that are switched by themselves. COMMUNITY has its own form. */
export const FEATURES: readonly SwitchedFeature[] = [
  {
    feature: 'INVITES_DISABLED',
    label: msg('Pause invites'),
    hint: msg('Nobody can join by an invite.'),
    needs: Permission.MANAGE_GUILD,
  },
  {
    feature: 'RAID_ALERTS_DISABLED',
    label: msg('No raid alerts'),
    hint: msg('The safety alerts channel gets no alert when many people join at once.'),
    needs: Permission.MANAGE_GUILD,
  },
  {
    feature: 'DISCOVERABLE',
    label: msg('Show in discovery'),
    hint: msg('Everybody can find the guild and look at its preview.'),
    needs: Permission.ADMINISTRATOR,
  },
  {
    feature: 'PRUNE_REQUIRES_ADMIN',
    label: msg('Only administrators prune members'),
    hint: msg('The owner alone switches this.'),
    needs: 'owner',
  },
]

/** Returns features with one of them added or removed. */
export function withFeature(features: readonly string[], feature: string, on: boolean): string[] {
  const others = features.filter((one) => one !== feature)
  return on ? [...others, feature] : others
}
