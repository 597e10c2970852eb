import { permissionsInGuild } from '@guildhall/client/questions'
import {
  Permission,
  STICKER_DESCRIPTION_MAX,
  STICKER_NAME_MAX,
  STICKER_TAGS_MAX,
  StickerFormat,
  type StickerObject,
} from '@guildhall/protocol'
import { type FormEvent, useMemo, useState } from 'react'
import type { SectionProps } from '../../domain/guilds/section.ts'
import { useClient, useClientState } from '../../gateway/react.tsx'
import { t } from '../../lib/language/text.ts'
import { Button } from '../../ui/button.tsx'
import { trimmed } from '../../ui/changes.ts'
import { DeleteButton } from '../../ui/delete-button.tsx'
import { Dialog, DialogButtons } from '../../ui/dialog.tsx'
import { ErrorText, TextField } from '../../ui/field.tsx'
import form from '../../ui/form.module.css'
import { SaveBar } from '../../ui/save-bar.tsx'
import { Row, Rows, Section } from '../../ui/sections.tsx'
import { type Changes, useChanges } from '../../ui/use-changes.ts'
import { type Saving, useSave } from '../../ui/use-save.ts'
import styles from './expressions.module.css'
import { FileField } from './file-field.tsx'
import { stickersMax } from './slots.ts'

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
    <Section
      title={t('Stickers')}
      description={t('{stickers} of {max} stickers are used.', { stickers: stickers.length, max })}
    >
      {(permissions & Permission.CREATE_GUILD_EXPRESSIONS) !== 0n && <NewSticker guildId={guildId} />}
      {stickers.length === 0 ? (
        <p>{t('No stickers yet. Members send those that you add as messages.')}</p>
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
  return (
    <Row
      title={
        <span className={styles.title}>
          {format_type !== StickerFormat.LOTTIE && (
            <img
              className={styles.sticker}
              src={`/cdn/stickers/${id}.${format_type === StickerFormat.GIF ? 'gif' : 'png'}`}
              alt=""
              loading="lazy"
            />
          )}
          {name}
        </span>
      }
      detail={[description, tags].filter(Boolean).join(' · ')}
    >
      <Button size="small" aria-label={t('Edit {name}', { name })} onClick={() => setEditing(true)}>
        {t('Edit')}
      </Button>
      <DeleteButton
        name={name}
        note={t('Messages that have it keep its name.')}
        onDelete={() => client.api.call('delete_guild_sticker', { params: { guild_id: guildId, sticker_id: id } })}
      />
      {editing && <EditSticker guildId={guildId} sticker={sticker} onClose={() => setEditing(false)} />}
    </Row>
  )
}

interface StickerValues {
  readonly name: string
  readonly tags: string
  readonly description: string
}

const NEW: StickerValues = { name: '', tags: '', description: '' }

function Fields({ changes, saving }: { changes: Changes<StickerValues>; saving: Saving }) {
  return (
    <>
      <TextField
        label={t('Name')}
        {...changes.text('name')}
        required
        minLength={2}
        maxLength={STICKER_NAME_MAX}
        error={saving.errorOf('name')}
      />
      <TextField
        label={t('Related emoji')}
        {...changes.text('tags')}
        required
        maxLength={STICKER_TAGS_MAX}
        hint={t('Name or character of an emoji, by which members find the sticker')}
        error={saving.errorOf('tags')}
      />
      <TextField
        label={t('Description')}
        {...changes.text('description')}
        maxLength={STICKER_DESCRIPTION_MAX}
        hint={t('Read out to people who do not see the picture')}
        error={saving.errorOf('description')}
      />
    </>
  )
}

function EditSticker({ guildId, sticker, onClose }: { guildId: string; sticker: StickerObject; onClose: () => void }) {
  const client = useClient()
  const saving = useSave()
  const { id, name, tags } = sticker
  const changes = useChanges<StickerValues>({ name, tags, description: sticker.description ?? '' })
  const submit = changes.onSubmit(
    saving,
    (changed) =>
      client.api.call('update_guild_sticker', {
        params: { guild_id: guildId, sticker_id: id },
        body: trimmed(changed),
      }),
    onClose,
  )
  return (
    <Dialog title={t('Edit {name}', { name })} onClose={onClose}>
      <form className={form.form} onSubmit={submit}>
        <Fields changes={changes} saving={saving} />
        {saving.error && <ErrorText>{saving.error}</ErrorText>}
        <DialogButtons action={t('Save')} busy={saving.busy} onCancel={onClose} changes={changes} />
      </form>
    </Dialog>
  )
}

function NewSticker({ guildId }: { guildId: string }) {
  const client = useClient()
  const saving = useSave()
  const [file, setFile] = useState<File | null>(null)
  const changes = useChanges(NEW, { isNew: true })
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const element = event.currentTarget
    if (!file) return
    void saving.run(async () => {
      await client.api.call('create_guild_sticker', {
        params: { guild_id: guildId },
        body: trimmed(changes.values),
        files: [{ file, field: 'file' }],
      })
      setFile(null)
      changes.discard()
      element.reset()
    })
  }
  return (
    <form className={form.form} onSubmit={submit}>
      <FileField
        label={t('Picture')}
        accept="image/png,image/apng,image/gif,application/json"
        hint={t('PNG, APNG or GIF, up to 320 × 320 pixels and 512 KB')}
        error={saving.errorOf('file')}
        onFile={setFile}
      />
      <Fields changes={changes} saving={saving} />
      <SaveBar saving={saving} label={t('Add sticker')} />
    </form>
  )
}
