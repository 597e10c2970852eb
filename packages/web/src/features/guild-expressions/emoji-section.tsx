import { permissionsInGuild } from '@guildhall/client/questions'
import { EMOJI_NAME_MAX, type EmojiObject, Permission } from '@guildhall/protocol'
import { type FormEvent, useMemo, useState } from 'react'
import { useRoleChoices } from '../../domain/guilds/guild-choices.ts'
import type { SectionProps } from '../../domain/guilds/section.ts'
import { CustomEmoji } from '../../domain/markdown/markdown.tsx'
import { useClient, useClientState } from '../../gateway/react.tsx'
import { dataUrlOf } from '../../lib/files.ts'
import { listFormat } from '../../lib/language/formats.ts'
import { t } from '../../lib/language/text.ts'
import { Button } from '../../ui/button.tsx'
import { ChoicesField } from '../../ui/choices-field.tsx'
import { DeleteButton } from '../../ui/delete-button.tsx'
import { Dialog, DialogButtons } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import form from '../../ui/form.module.css'
import { SaveBar } from '../../ui/save-bar.tsx'
import { Row, Rows, Section } from '../../ui/sections.tsx'
import { useChanges } from '../../ui/use-changes.ts'
import { useSave } from '../../ui/use-save.ts'
import { FileField } from './file-field.tsx'
import { emojiSlots, nameOfFile } from './slots.ts'

const ROLES_MAX = 25

/** Emojis of a guild: upload, rename, limit to roles, delete. */
export function EmojiSection({ guildId }: SectionProps) {
  const guild = useClientState(({ guilds }) => guilds.get(guildId))
  const permissions = useClientState((state) => permissionsInGuild(state, guildId))
  const emojis = useMemo(
    () => [...(guild?.emojis.values() ?? [])].sort((one, other) => one.name.localeCompare(other.name)),
    [guild?.emojis],
  )
  if (!guild) return null
  const { still, moving } = emojiSlots(guild.guild, emojis)
  return (
    <Section
      title={t('Emoji')}
      description={t('{still} of {stillMax} still and {animated} of {animatedMax} animated emojis are used.', {
        still: still.used,
        stillMax: still.max,
        animated: moving.used,
        animatedMax: moving.max,
      })}
    >
      {(permissions & Permission.CREATE_GUILD_EXPRESSIONS) !== 0n && <NewEmoji guildId={guildId} />}
      {emojis.length === 0 ? (
        <p>{t('No emojis yet. Members use those that you add in messages and reactions.')}</p>
      ) : (
        <Rows>
          {emojis.map((emoji) => (
            <EmojiRow key={emoji.id} guildId={guildId} emoji={emoji} />
          ))}
        </Rows>
      )}
    </Section>
  )
}

function EmojiRow({ guildId, emoji }: { guildId: string; emoji: EmojiObject }) {
  const client = useClient()
  const [editing, setEditing] = useState(false)
  const roles = useRoleChoices(guildId)
  const allowed = roles.filter(({ value }) => emoji.roles.includes(value))
  const { id, name, animated, managed } = emoji
  return (
    <Row
      title={
        <>
          <CustomEmoji id={id} name={name} animated={animated} /> {name}
        </>
      }
      detail={
        allowed.length > 0
          ? t('Only for {roles}', { roles: listFormat().format(allowed.map(({ label }) => label)) })
          : undefined
      }
    >
      {!managed && (
        <>
          <Button size="small" aria-label={t('Edit {name}', { name })} onClick={() => setEditing(true)}>
            {t('Edit')}
          </Button>
          <DeleteButton
            name={name}
            note={t('Messages that have it show its name instead.')}
            onDelete={() => client.api.call('delete_guild_emoji', { params: { guild_id: guildId, emoji_id: id } })}
          />
        </>
      )}
      {editing && <EditEmoji guildId={guildId} emoji={emoji} onClose={() => setEditing(false)} />}
    </Row>
  )
}

function EditEmoji({ guildId, emoji, onClose }: { guildId: string; emoji: EmojiObject; onClose: () => void }) {
  const client = useClient()
  const saving = useSave()
  const choices = useRoleChoices(guildId)
  const changes = useChanges<{ name: string; roles: readonly string[] }>({ name: emoji.name, roles: emoji.roles })
  const submit = changes.onSubmit(
    saving,
    (body) => client.api.call('update_guild_emoji', { params: { guild_id: guildId, emoji_id: emoji.id }, body }),
    onClose,
  )
  return (
    <Dialog title={t('Edit {name}', { name: emoji.name })} onClose={onClose}>
      <form className={form.form} onSubmit={submit}>
        <TextField
          label={t('Name')}
          {...changes.text('name')}
          required
          minLength={2}
          maxLength={EMOJI_NAME_MAX}
          autoFocus
          error={saving.error ?? undefined}
        />
        <ChoicesField
          label={t('Roles that may use it')}
          hint={t('Without a role, every member may.')}
          choices={choices}
          chosen={changes.values.roles}
          max={ROLES_MAX}
          onChange={(roles) => changes.set({ roles })}
        />
        <DialogButtons action={t('Save')} busy={saving.busy} onCancel={onClose} changes={changes} />
      </form>
    </Dialog>
  )
}

function NewEmoji({ guildId }: { guildId: string }) {
  const client = useClient()
  const saving = useSave()
  const [file, setFile] = useState<File | null>(null)
  const [name, setName] = useState('')
  const [attempt, setAttempt] = useState(0)
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (!file) return
    void saving.run(async () => {
      await client.api.call('create_guild_emoji', {
        params: { guild_id: guildId },
        body: { name, image: await dataUrlOf(file), roles: [] },
      })
      setFile(null)
      setName('')
      setAttempt(attempt + 1)
    })
  }
  return (
    <form className={form.form} onSubmit={submit}>
      <FileField
        key={attempt}
        label={t('Picture')}
        accept="image/png,image/jpeg,image/gif,image/webp"
        hint={t('PNG, JPEG, GIF or WebP, up to 256 KB')}
        error={saving.errorOf('image')}
        onFile={(chosen) => {
          setFile(chosen)
          if (chosen && name === '') setName(nameOfFile(chosen.name))
        }}
      />
      <TextField
        label={t('Name')}
        name="name"
        required
        minLength={2}
        maxLength={EMOJI_NAME_MAX}
        value={name}
        onChange={({ target }) => setName(target.value)}
        error={saving.errorOf('name')}
      />
      <SaveBar saving={saving} label={t('Add emoji')} />
    </form>
  )
}
