import { useQuery } from '@tanstack/react-query'
import { useClient } from '../../gateway/react.tsx'
import { useRefetchOn } from '../../gateway/use-refetch.ts'

const EVENTS = [
  'GUILD_SOUNDBOARD_SOUND_CREATE',
  'GUILD_SOUNDBOARD_SOUND_UPDATE',
  'GUILD_SOUNDBOARD_SOUND_DELETE',
] as const

/** Returns the address of a sound's file. */
export function soundUrl(soundId: string): string {
  return `/cdn/soundboard-sounds/${soundId}`
}

/** Returns the sounds of a guild, read again when one changes. */
export function useGuildSounds(guildId: string) {
  const client = useClient()
  useRefetchOn(EVENTS, guildId, 'sounds')
  return useQuery({
    queryKey: ['sounds', guildId],
    queryFn: async () =>
      (await client.api.call('list_guild_soundboard_sounds', { params: { guild_id: guildId } })).items,
  })
}

/** Returns the sounds that everybody has. */
export function useDefaultSounds() {
  const client = useClient()
  return useQuery({
    queryKey: ['sounds', 'default'],
    queryFn: () => client.api.call('get_soundboard_default_sounds'),
    staleTime: Number.POSITIVE_INFINITY,
  })
}
