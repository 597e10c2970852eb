import { permissionsIn } from '@guildhall/client/questions'
import { type ChannelObject, Permission, type SoundboardSoundObject } from '@guildhall/protocol'
import { AudioLines } from 'lucide-react'
import { Popover } from 'radix-ui'
import { useState } from 'react'
import { messageOf } from '../../api/client.ts'
import { useClient, useClientState } from '../../gateway/react.tsx'
import { t } from '../../lib/language/text.ts'
import { IconButton } from '../../ui/button.tsx'
import { ErrorText } from '../../ui/field.tsx'
import { CustomEmoji } from '../markdown/markdown.tsx'
import styles from './soundboard.module.css'
import { useDefaultSounds, useGuildSounds } from './sounds.ts'

/** A button that opens the sounds that can be played in the channel. */
export function Soundboard({ channel }: { channel: ChannelObject }) {
  const [open, setOpen] = useState(false)
  const permissions = useClientState((state) => permissionsIn(state, channel))
  const needed = Permission.USE_SOUNDBOARD | Permission.SPEAK
  if ((permissions & needed) !== needed) return null
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger asChild>
        <IconButton label={t('Soundboard')}>
          <AudioLines size={20} aria-hidden />
        </IconButton>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content className={styles.board} aria-label={t('Soundboard')} side="top" collisionPadding={8}>
          <Board channel={channel} guildId={channel.guild_id ?? ''} />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}

function Board({ channel, guildId }: { channel: ChannelObject; guildId: string }) {
  const client = useClient()
  const guild = useGuildSounds(guildId)
  const standard = useDefaultSounds()
  const name = useClientState(({ guilds }) => guilds.get(guildId)?.guild.name)
  const [refusal, setRefusal] = useState<string | null>(null)
  const failure = guild.error ?? standard.error
  async function play({ sound_id, guild_id }: SoundboardSoundObject) {
    setRefusal(null)
    try {
      const source = guild_id ? { source_guild_id: guild_id } : {}
      await client.api.call('send_soundboard_sound', {
        params: { channel_id: channel.id },
        body: { sound_id, ...source },
      })
    } catch (error) {
      setRefusal(messageOf(error))
    }
  }
  return (
    <>
      {failure && <ErrorText>{messageOf(failure)}</ErrorText>}
      {refusal && <ErrorText>{refusal}</ErrorText>}
      {guild.data && guild.data.length > 0 && <Sounds title={name ?? t('Guild')} sounds={guild.data} onPlay={play} />}
      {standard.data && <Sounds title={t('Standard')} sounds={standard.data} onPlay={play} />}
    </>
  )
}

function Sounds(props: {
  title: string
  sounds: readonly SoundboardSoundObject[]
  onPlay: (sound: SoundboardSoundObject) => Promise<void>
}) {
  return (
    <section aria-label={props.title}>
      <h3 className={styles.heading}>{props.title}</h3>
      <ul className={styles.sounds}>
        {props.sounds.map((sound) => (
          <li key={sound.sound_id}>
            <button
              type="button"
              className={styles.sound}
              disabled={!sound.available}
              onClick={() => void props.onPlay(sound)}
            >
              <SoundEmoji sound={sound} />
              <span className={styles.name}>{sound.name}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The emoji of a sound. Decorative: the name stands beside it. */
export function SoundEmoji({ sound }: { sound: Pick<SoundboardSoundObject, 'emoji_id' | 'emoji_name'> }) {
  if (!sound.emoji_id && !sound.emoji_name) return null
  return (
    <span aria-hidden>
      {sound.emoji_id ? (
        <CustomEmoji id={sound.emoji_id} name={sound.emoji_name ?? ''} animated={false} />
      ) : (
        sound.emoji_name
      )}
    </span>
  )
}
