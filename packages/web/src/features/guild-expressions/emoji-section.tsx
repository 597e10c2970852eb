import { type EmojiObject, Permission } from '@guildhall/protocol'
import { type FormEvent, useMemo, useState } from 'react'
import { useRoleChoices } from '../../domain/guilds/guild-choices.ts'
import type { SectionProps } from '../../domain/guilds/section.ts'
import { CustomEmoji } from '../../domain/markdown/markdown.tsx'
import { useClient, useClientState } from '../../gateway/react.tsx'
import { permissionsInGuild } from '../../gateway/selectors.ts'
import { dataUrlOf } from '../../lib/files.ts'
import { Button } from '../../ui/button.tsx'
import { ChoicesField } from '../../ui/choices-field.tsx'
import { DeleteButton } from '../../ui/delete-button.tsx'
import { Dialog, DialogButtons } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import form from '../../ui/form.module.css'
import { SaveBar } from '../../ui/save-bar.tsx'
import { Row, Rows, Section } from '../../ui/sections.tsx'
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
      title="Emoji"
      description={`${still.used} of ${still.max} still and ${moving.used} of ${moving.max} animated emojis are used.`}
    >
      {(permissions & Permission.CREATE_GUILD_EXPRESSIONS) !== 0n && <NewEmoji guildId={guildId} />}
      {emojis.length === 0 ? (
        <p>No emojis yet. Members use those that you add in messages and reactions.</p>
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
      detail={allowed.length > 0 ? `Only for ${allowed.map(({ label }) => label).join(', ')}` : undefined}
    >
      {!managed && (
        <>
          <Button size="small" aria-label={`Edit ${name}`} onClick={() => setEditing(true)}>
            Edit
          </Button>
          <DeleteButton
            name={name}
            note="Messages that have it show its name instead."
            onDelete={() => client.api.delete(`/guilds/${guildId}/emojis/${id}`)}
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
  const [roles, setRoles] = useState<readonly string[]>(emoji.roles)
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const name = String(new FormData(event.currentTarget).get('name'))
    void saving
      .run(() => client.api.patch(`/guilds/${guildId}/emojis/${emoji.id}`, { name, roles }))
      .then((saved) => saved && onClose())
  }
  return (
    <Dialog title={`Edit ${emoji.name}`} onClose={onClose}>
      <form className={form.form} onSubmit={submit}>
        <TextField
          label="Name"
          name="name"
          defaultValue={emoji.name}
          required
          minLength={2}
          maxLength={32}
          autoFocus
          error={saving.error ?? undefined}
        />
        <ChoicesField
          label="Roles that may use it"
          hint="Without a role, every member may."
          choices={choices}
          chosen={roles}
          max={ROLES_MAX}
          onChange={setRoles}
        />
        <DialogButtons action="Save" busy={saving.busy} onCancel={onClose} />
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
      await client.api.post(`/guilds/${guildId}/emojis`, { name, image: await dataUrlOf(file), roles: [] })
      setFile(null)
      setName('')
      setAttempt(attempt + 1)
    })
  }
  return (
    <form className={form.form} onSubmit={submit}>
      <FileField
        key={attempt}
        label="Picture"
        accept="image/png,image/jpeg,image/gif,image/webp"
        hint="PNG, JPEG, GIF or WebP, up to 256 KB"
        error={saving.errorOf('image')}
        onFile={(chosen) => {
          setFile(chosen)
          if (chosen && name === '') setName(nameOfFile(chosen.name))
        }}
      />
      <TextField
        label="Name"
        name="name"
        required
        minLength={2}
        maxLength={32}
        value={name}
        onChange={({ target }) => setName(target.value)}
        error={saving.errorOf('name')}
      />
      <SaveBar saving={saving} label="Add emoji" />
    </form>
  )
}
