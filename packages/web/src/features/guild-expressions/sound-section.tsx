import { Permission, type SoundboardSoundObject } from '@guildhall/protocol'
import { Play } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { messageOf } from '../../api/client.ts'
import { EmojiField, type EmojiValue, NO_EMOJI } from '../../domain/emoji/emoji-field.tsx'
import type { SectionProps } from '../../domain/guilds/section.ts'
import { SoundEmoji } from '../../domain/soundboard/soundboard.tsx'
import { soundUrl, useGuildSounds } from '../../domain/soundboard/sounds.ts'
import { playSound } from '../../domain/soundboard/use-sound-effects.ts'
import { useClient, useClientState } from '../../gateway/react.tsx'
import { permissionsInGuild } from '../../gateway/selectors.ts'
import { dataUrlOf } from '../../lib/files.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { DeleteButton } from '../../ui/delete-button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { ErrorText, Field, TextField } from '../../ui/field.tsx'
import form from '../../ui/form.module.css'
import { SaveBar } from '../../ui/save-bar.tsx'
import { Row, Rows, Section } from '../../ui/sections.tsx'
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
    <Section title="Soundboard" description={sounds && `${sounds.length} of ${soundsMax(guild)} sounds are used.`}>
      {error && <ErrorText>{messageOf(error)}</ErrorText>}
      {(permissions & Permission.CREATE_GUILD_EXPRESSIONS) !== 0n && <NewSound guildId={guildId} />}
      {sounds?.length === 0 && <p>No sounds yet. Members play those that you add in voice channels.</p>}
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
  const path = `/guilds/${guildId}/soundboard-sounds/${sound_id}`
  return (
    <Row
      title={
        <>
          <SoundEmoji sound={sound} /> {name}
        </>
      }
      detail={[`Volume ${Math.round(volume * 100)} %`, user && `by ${user.username}`].filter(Boolean).join(', ')}
    >
      <IconButton label={`Play ${name}`} onClick={() => playSound(soundUrl(sound_id), volume)}>
        <Play size={16} strokeWidth={1.5} aria-hidden />
      </IconButton>
      <Button size="small" aria-label={`Edit ${name}`} onClick={() => setEditing(true)}>
        Edit
      </Button>
      <DeleteButton name={name} note="It cannot be played any more." onDelete={() => client.api.delete(path)} />
      {editing && <EditSound guildId={guildId} path={path} sound={sound} onClose={() => setEditing(false)} />}
    </Row>
  )
}

function Fields(props: {
  guildId: string
  sound?: SoundboardSoundObject
  saving: Saving
  emoji: EmojiValue
  onEmoji: (emoji: EmojiValue) => void
}) {
  const { guildId, sound, saving, emoji, onEmoji } = props
  return (
    <>
      <TextField
        label="Name"
        name="name"
        defaultValue={sound?.name}
        required
        minLength={2}
        maxLength={32}
        error={saving.errorOf('name')}
      />
      <Field label="Volume" error={saving.errorOf('volume')}>
        {(control) => (
          <input
            {...control}
            type="range"
            name="volume"
            min={0}
            max={100}
            step={5}
            defaultValue={Math.round((sound?.volume ?? 1) * 100)}
          />
        )}
      </Field>
      <EmojiField label="Emoji" guildId={guildId} value={emoji} onChange={onEmoji} error={saving.errorOf('emoji_id')} />
    </>
  )
}

function valuesOf(element: HTMLFormElement, emoji: EmojiValue) {
  const values = new FormData(element)
  return {
    name: String(values.get('name')).trim(),
    volume: Number(values.get('volume')) / 100,
    emoji_id: emoji.id,
    emoji_name: emoji.id ? null : emoji.name,
  }
}

function EditSound(props: { guildId: string; path: string; sound: SoundboardSoundObject; onClose: () => void }) {
  const { guildId, path, sound, onClose } = props
  const client = useClient()
  const saving = useSave()
  const [emoji, setEmoji] = useState<EmojiValue>({ id: sound.emoji_id, name: sound.emoji_name })
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const values = valuesOf(event.currentTarget, emoji)
    void saving.run(() => client.api.patch(path, values)).then((saved) => saved && onClose())
  }
  return (
    <Dialog title={`Edit ${sound.name}`} onClose={onClose}>
      <form className={form.form} onSubmit={submit}>
        <Fields guildId={guildId} sound={sound} saving={saving} emoji={emoji} onEmoji={setEmoji} />
        <DialogActions>
          <SaveBar saving={saving} />
        </DialogActions>
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
  const [emoji, setEmoji] = useState<EmojiValue>(NO_EMOJI)
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const element = event.currentTarget
    if (!file) return
    const values = valuesOf(element, emoji)
    void saving.run(async () => {
      await client.api.post(`/guilds/${guildId}/soundboard-sounds`, { ...values, sound: await soundDataOf(file) })
      setFile(null)
      setEmoji(NO_EMOJI)
      element.reset()
    })
  }
  return (
    <form className={form.form} onSubmit={submit}>
      <FileField
        label="Sound"
        accept="audio/mpeg,audio/ogg,.mp3,.ogg"
        hint="MP3 or Ogg, up to 5.2 seconds and 512 KB"
        error={saving.errorOf('sound')}
        onFile={setFile}
      />
      <Fields guildId={guildId} saving={saving} emoji={emoji} onEmoji={setEmoji} />
      <SaveBar saving={saving} label="Add sound" />
    </form>
  )
}
