import { isThread } from '@guildhall/client/questions'
import { compareIds } from '@guildhall/client/records'
import { type ChannelObject, ChannelType } from '@guildhall/protocol'
import { useMemo } from 'react'
import { useClientState } from '../../gateway/react.tsx'
import { t } from '../../lib/language/text.ts'
import type { Choice } from '../../ui/choices.ts'

/** Returns the roles of a guild to choose from, the highest first, without @everyone. */
export function useRoleChoices(guildId: string): readonly Choice[] {
  const roles = useClientState(({ guilds }) => guilds.get(guildId)?.roles)
  return useMemo(
    () =>
      [...(roles?.values() ?? [])]
        .filter(({ id }) => id !== guildId)
        .sort((one, other) => other.position - one.position)
        .map(({ id, name }) => ({ value: id, label: name })),
    [roles, guildId],
  )
}

const CATEGORY: number = ChannelType.GUILD_CATEGORY

/** Returns the channels of a guild to choose from, all but threads, or those of some types. */
export function useChannelChoices(guildId: string, types?: readonly number[]): readonly Choice[] {
  const channels = useClientState((state) => state.channels)
  return useMemo(() => {
    const fits = (channel: ChannelObject) => (types ? types.includes(channel.type) : !isThread(channel))
    return [...channels.values()]
      .filter((channel) => channel.guild_id === guildId && fits(channel))
      .sort((one, other) => (one.position ?? 0) - (other.position ?? 0) || compareIds(one.id, other.id))
      .map(({ id, name, type }) => ({
        value: id,
        label: name ?? t('unknown'),
        detail: type === CATEGORY ? t('Category') : undefined,
      }))
  }, [channels, guildId, types])
}
