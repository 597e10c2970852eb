import { permissionsInGuild } from '@guildhall/client/questions'
import { Permission, SOUND_NAME_MAX, type SoundboardSoundObject } from '@guildhall/protocol'
import { Play } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { messageOf } from '../../api/client.ts'
import { EmojiField, type EmojiValue, NO_EMOJI } from '../../domain/emoji/emoji-field.tsx'
import type { SectionProps } from '../../domain/guilds/section.ts'
import { SoundEmoji } from '../../domain/soundboard/soundboard.tsx'
import { soundUrl, useGuildSounds } from '../../domain/soundboard/sounds.ts'
import { playSound } from '../../domain/soundboard/use-sound-effects.ts'
import { useClient, useClientState } from '../../gateway/react.tsx'
import { dataUrlOf } from '../../lib/files.ts'
import { t } from '../../lib/language/text.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { trimmed } from '../../ui/changes.ts'
import { DeleteButton } from '../../ui/delete-button.tsx'
import { Dialog, DialogButtons } from '../../ui/dialog.tsx'
import { ErrorText, Field, TextField } from '../../ui/field.tsx'
import form from '../../ui/form.module.css'
import { SaveBar } from '../../ui/save-bar.tsx'
import { Row, Rows, Section } from '../../ui/sections.tsx'
import { type Changes, useChanges } from '../../ui/use-changes.ts'
import { type Saving, useSave } from '../../ui/use-save.ts'
import { FileField } from './file-field.tsx'
import { soundsMax } from './slots.ts'

/** Sounds of a guild's soundboard: upload, volume, emoji, delete. */
export function SoundSection({ guildId }: SectionProps) {
  const guild = useClientState(({ guilds }) => guilds.get(guildId)?.guild)
  const permissions = useClientState((state) => permissionsInGuild(state, guildId))
  const { data: sounds, error } = useGuildSounds(guildId)
  if (!guild) return null
  return (
    <Section
      title={t('Soundboard')}
      description={
        sounds && t('{sounds} of {soundsMax} sounds are used.', { sounds: sounds.length, soundsMax: soundsMax(guild) })
      }
    >
      {error && <ErrorText>{messageOf(error)}</ErrorText>}
      {(permissions & Permission.CREATE_GUILD_EXPRESSIONS) !== 0n && <NewSound guildId={guildId} />}
      {sounds?.length === 0 && <p>{t('No sounds yet. Members play those that you add in voice channels.')}</p>}
      {sounds && sounds.length > 0 && (
        <Rows>
          {sounds.map((sound) => (
            <SoundRow key={sound.sound_id} guildId={guildId} sound={sound} />
          ))}
        </Rows>
      )}
    </Section>
  )
}

function SoundRow({ guildId, sound }: { guildId: string; sound: SoundboardSoundObject }) {
  const client = useClient()
  const [editing, setEditing] = useState(false)
  const { name, sound_id, volume, user } = sound
  return (
    <Row
      title={
        <>
          <SoundEmoji sound={sound} /> {name}
        </>
      }
      detail={[
        t('Volume {percent} %', { percent: Math.round(volume * 100) }),
        user && t('by {username}', { username: user.username }),
      ]
        .filter(Boolean)
        .join(', ')}
    >
      <IconButton label={t('Play {name}', { name })} onClick={() => playSound(soundUrl(sound_id), volume)}>
        <Play size={16} aria-hidden />
      </IconButton>
      <Button size="small" aria-label={t('Edit {name}', { name })} onClick={() => setEditing(true)}>
        {t('Edit')}
      </Button>
      <DeleteButton
        name={name}
        note={t('It cannot be played any more.')}
        onDelete={() => client.api.call('delete_guild_soundboard_sound', { params: { guild_id: guildId, sound_id } })}
      />
      {editing && <EditSound guildId={guildId} sound={sound} onClose={() => setEditing(false)} />}
    </Row>
  )
}

interface SoundValues {
  readonly name: string
  readonly percent: number
  readonly emoji: EmojiValue
}

const NEW: SoundValues = { name: '', percent: 100, emoji: NO_EMOJI }

function Fields(props: { guildId: string; changes: Changes<SoundValues>; saving: Saving }) {
  const { guildId, changes, saving } = props
  return (
    <>
      <TextField
        label={t('Name')}
        {...changes.text('name')}
        required
        minLength={2}
        maxLength={SOUND_NAME_MAX}
        error={saving.errorOf('name')}
      />
      <Field label={t('Volume')} error={saving.errorOf('volume')}>
        {(control) => <input {...control} {...changes.number('percent')} type="range" min={0} max={100} step={5} />}
      </Field>
      <EmojiField
        label={t('Emoji')}
        guildId={guildId}
        value={changes.values.emoji}
        onChange={(emoji) => changes.set({ emoji })}
        error={saving.errorOf('emoji_id')}
      />
    </>
  )
}

const emojiOf = ({ id, name }: EmojiValue) => ({ emoji_id: id, emoji_name: id ? null : name })

function EditSound(props: { guildId: string; sound: SoundboardSoundObject; onClose: () => void }) {
  const { guildId, sound, onClose } = props
  const client = useClient()
  const saving = useSave()
  const changes = useChanges<SoundValues>({
    name: sound.name,
    percent: Math.round(sound.volume * 100),
    emoji: { id: sound.emoji_id, name: sound.emoji_name },
  })
  const submit = changes.onSubmit(
    saving,
    ({ percent, emoji, ...changed }) =>
      client.api.call('update_guild_soundboard_sound', {
        params: { guild_id: guildId, sound_id: sound.sound_id },
        body: {
          ...trimmed(changed),
          ...(percent !== undefined && { volume: percent / 100 }),
          ...(emoji && emojiOf(emoji)),
        },
      }),
    onClose,
  )
  return (
    <Dialog title={t('Edit {name}', { name: sound.name })} onClose={onClose}>
      <form className={form.form} onSubmit={submit}>
        <Fields guildId={guildId} changes={changes} saving={saving} />
        {saving.error && <ErrorText>{saving.error}</ErrorText>}
        <DialogButtons action={t('Save')} busy={saving.busy} onCancel={onClose} changes={changes} />
      </form>
    </Dialog>
  )
}

/** Returns a file as the API takes sounds. Browsers call some sound files videos. */
async function soundDataOf(file: File): Promise<string> {
  return (await dataUrlOf(file)).replace(/^data:(?!audio\/)[^;,]*/, 'data:audio/ogg')
}

function NewSound({ guildId }: { guildId: string }) {
  const client = useClient()
  const saving = useSave()
  const [file, setFile] = useState<File | null>(null)
  const changes = useChanges(NEW, { isNew: true })
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const element = event.currentTarget
    if (!file) return
    const { name, percent, emoji } = trimmed(changes.values)
    void saving.run(async () => {
      await client.api.call('create_guild_soundboard_sound', {
        params: { guild_id: guildId },
        body: { name, volume: percent / 100, ...emojiOf(emoji), sound: await soundDataOf(file) },
      })
      setFile(null)
      changes.discard()
      element.reset()
    })
  }
  return (
    <form className={form.form} onSubmit={submit}>
      <FileField
        label={t('Sound')}
        accept="audio/mpeg,audio/ogg,.mp3,.ogg"
        hint={t('MP3 or Ogg, up to 5.2 seconds and 512 KB')}
        error={saving.errorOf('sound')}
        onFile={setFile}
      />
      <Fields guildId={guildId} changes={changes} saving={saving} />
      <SaveBar saving={saving} label={t('Add sound')} />
    </form>
  )
}
