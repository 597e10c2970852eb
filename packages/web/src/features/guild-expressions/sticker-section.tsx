import { Permission, type StickerObject } from '@guildhall/protocol'
import { type FormEvent, useMemo, useState } from 'react'
import type { SectionProps } from '../../domain/guilds/section.ts'
import { useClient, useClientState } from '../../gateway/react.tsx'
import { permissionsInGuild } from '../../gateway/selectors.ts'
import { Button } from '../../ui/button.tsx'
import { DeleteButton } from '../../ui/delete-button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import form from '../../ui/form.module.css'
import { SaveBar } from '../../ui/save-bar.tsx'
import { Row, Rows, Section } from '../../ui/sections.tsx'
import { type Saving, useSave } from '../../ui/use-save.ts'
import styles from './expressions.module.css'
import { FileField } from './file-field.tsx'
import { stickersMax } from './slots.ts'

const LOTTIE = 3
const GIF = 4

/** Stickers of a guild: upload with a related emoji, edit, delete. */
export function StickerSection({ guildId }: SectionProps) {
  const guild = useClientState(({ guilds }) => guilds.get(guildId))
  const permissions = useClientState((state) => permissionsInGuild(state, guildId))
  const stickers = useMemo(
    () => [...(guild?.stickers.values() ?? [])].sort((one, other) => one.name.localeCompare(other.name)),
    [guild?.stickers],
  )
  if (!guild) return null
  const max = stickersMax(guild.guild)
  return (
    <Section title="Stickers" description={`${stickers.length} of ${max} stickers are used.`}>
      {(permissions & Permission.CREATE_GUILD_EXPRESSIONS) !== 0n && <NewSticker guildId={guildId} />}
      {stickers.length === 0 ? (
        <p>No stickers yet. Members send those that you add as messages.</p>
      ) : (
        <Rows>
          {stickers.map((sticker) => (
            <StickerRow key={sticker.id} guildId={guildId} sticker={sticker} />
          ))}
        </Rows>
      )}
    </Section>
  )
}

function StickerRow({ guildId, sticker }: { guildId: string; sticker: StickerObject }) {
  const client = useClient()
  const [editing, setEditing] = useState(false)
  const { id, name, description, tags, format_type } = sticker
  const path = `/guilds/${guildId}/stickers/${id}`
  return (
    <Row
      title={
        <span className={styles.title}>
          {format_type !== LOTTIE && (
            <img
              className={styles.sticker}
              src={`/cdn/stickers/${id}.${format_type === GIF ? 'gif' : 'png'}`}
              alt=""
              loading="lazy"
            />
          )}
          {name}
        </span>
      }
      detail={[description, tags].filter(Boolean).join(' · ')}
    >
      <Button size="small" aria-label={`Edit ${name}`} onClick={() => setEditing(true)}>
        Edit
      </Button>
      <DeleteButton name={name} note="Messages that have it keep its name." onDelete={() => client.api.delete(path)} />
      {editing && <EditSticker path={path} sticker={sticker} onClose={() => setEditing(false)} />}
    </Row>
  )
}

function Fields({ sticker, saving }: { sticker?: StickerObject; saving: Saving }) {
  return (
    <>
      <TextField
        label="Name"
        name="name"
        defaultValue={sticker?.name}
        required
        minLength={2}
        maxLength={30}
        error={saving.errorOf('name')}
      />
      <TextField
        label="Related emoji"
        name="tags"
        defaultValue={sticker?.tags}
        required
        maxLength={200}
        hint="Name or character of an emoji, by which members find the sticker"
        error={saving.errorOf('tags')}
      />
      <TextField
        label="Description"
        name="description"
        defaultValue={sticker?.description ?? ''}
        maxLength={100}
        hint="Read out to people who do not see the picture"
        error={saving.errorOf('description')}
      />
    </>
  )
}

function valuesOf(element: HTMLFormElement) {
  const values = new FormData(element)
  const text = (name: string) => String(values.get(name) ?? '').trim()
  return { name: text('name'), tags: text('tags'), description: text('description') }
}

function EditSticker({ path, sticker, onClose }: { path: string; sticker: StickerObject; onClose: () => void }) {
  const client = useClient()
  const saving = useSave()
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const values = valuesOf(event.currentTarget)
    void saving.run(() => client.api.patch(path, values)).then((saved) => saved && onClose())
  }
  return (
    <Dialog title={`Edit ${sticker.name}`} onClose={onClose}>
      <form className={form.form} onSubmit={submit}>
        <Fields sticker={sticker} saving={saving} />
        <DialogActions>
          <SaveBar saving={saving} />
        </DialogActions>
      </form>
    </Dialog>
  )
}

function NewSticker({ guildId }: { guildId: string }) {
  const client = useClient()
  const saving = useSave()
  const [file, setFile] = useState<File | null>(null)
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const element = event.currentTarget
    if (!file) return
    const values = valuesOf(element)
    void saving.run(async () => {
      await client.api.post(`/guilds/${guildId}/stickers`, values, { files: [{ file, field: 'file' }] })
      setFile(null)
      element.reset()
    })
  }
  return (
    <form className={form.form} onSubmit={submit}>
      <FileField
        label="Picture"
        accept="image/png,image/apng,image/gif,application/json"
        hint="PNG, APNG or GIF, up to 320 × 320 pixels and 512 KB"
        error={saving.errorOf('file')}
        onFile={setFile}
      />
      <Fields saving={saving} />
      <SaveBar saving={saving} label="Add sticker" />
    </form>
  )
}
