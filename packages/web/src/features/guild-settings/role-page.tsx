import type { RoleObject } from '@guildhall/protocol'
import { Link, useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useActor } from '../../domain/guilds/use-actor.ts'
import { useClient } from '../../gateway/react.tsx'
import type { GuildState } from '../../gateway/state.ts'
import { type Actor, whyNotDeleteRole, whyNotEditRole } from '../../lib/hierarchy.ts'
import { Button } from '../../ui/button.tsx'
import { CopyField } from '../../ui/copy-field.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { SwitchField, TextField } from '../../ui/field.tsx'
import form from '../../ui/form.module.css'
import { type ImageChange, ImageField } from '../../ui/image-field.tsx'
import { SaveBar } from '../../ui/save-bar.tsx'
import { Section } from '../../ui/sections.tsx'
import { type Saving, useSave } from '../../ui/use-save.ts'
import { type ColourChoice, choiceOf, coloursOfChoice, RoleColours } from './role-colours-field.tsx'
import { RoleMembers } from './role-members.tsx'
import { RolePermissions } from './role-permissions.tsx'
import styles from './roles.module.css'

/** One role: its look, its permissions and its members. */
export function RolePage({ guild, role }: { guild: GuildState; role: RoleObject }) {
  const actor = useActor(guild)
  const refusal = whyNotEditRole(actor, role)
  const isEveryone = role.id === guild.guild.id
  return (
    <>
      <Section title={role.name} description={refusal ?? undefined}>
        <p>
          <Link to="/guilds/$guildId/settings/$" params={{ guildId: guild.guild.id, _splat: 'roles' }}>
            All roles
          </Link>
        </p>
        <RoleForm guild={guild} role={role} actor={actor} disabled={refusal !== null} />
      </Section>
      {!isEveryone && <RoleMembers guild={guild} role={role} actor={actor} />}
      <Section title="More">
        <CopyField label="Role ID" value={role.id} />
        {!isEveryone && <DeleteRole guild={guild} role={role} actor={actor} />}
      </Section>
    </>
  )
}

interface FormParts {
  guild: GuildState
  role: RoleObject
  actor: Actor
  disabled: boolean
}

function RoleForm({ guild, role, actor, disabled }: FormParts) {
  const client = useClient()
  const saving = useSave()
  const { id: guildId, features } = guild.guild
  const isEveryone = role.id === guildId
  const [permissions, setPermissions] = useState(() => BigInt(role.permissions))
  const [colours, setColours] = useState<ColourChoice>(() => choiceOf(role.colors))
  const [icon, setIcon] = useState<ImageChange>(undefined)

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const values = new FormData(event.currentTarget)
    const look = {
      name: String(values.get('name')),
      colors: coloursOfChoice(colours),
      hoist: values.has('hoist'),
      mentionable: values.has('mentionable'),
      ...(features.includes('ROLE_ICONS') ? iconOf(values, role, icon) : {}),
    }
    const body = { permissions: permissions.toString(), ...(isEveryone ? {} : look) }
    void saving.run(async () => {
      const saved = await client.api.patch<RoleObject>(`/guilds/${guildId}/roles/${role.id}`, body)
      client.apply('GUILD_ROLE_UPDATE', { guild_id: guildId, role: saved })
      setIcon(undefined)
    })
  }

  return (
    <form onSubmit={submit}>
      <fieldset className={form.form} disabled={disabled}>
        {!isEveryone && (
          <>
            <TextField
              label="Name"
              name="name"
              defaultValue={role.name}
              required
              maxLength={100}
              error={saving.errorOf('name')}
            />
            <RoleColours
              name={role.name}
              choice={colours}
              gradients={features.includes('ENHANCED_ROLE_COLORS')}
              error={saving.errorOf('colors')}
              onChange={setColours}
            />
            <RoleIcon
              role={role}
              allowed={features.includes('ROLE_ICONS')}
              icon={icon}
              onIcon={setIcon}
              saving={saving}
            />
            <SwitchField
              label="Show members separately"
              name="hoist"
              defaultChecked={role.hoist}
              hint="Members who are online have a heading of their own in the member list."
            />
            <SwitchField
              label="Everyone can mention this role"
              name="mentionable"
              defaultChecked={role.mentionable}
              hint="Members with Mention Everyone always can."
            />
          </>
        )}
        <RolePermissions
          actor={actor}
          before={BigInt(role.permissions)}
          permissions={permissions}
          onChange={setPermissions}
        />
        <SaveBar saving={saving} />
      </fieldset>
    </form>
  )
}

/** Returns the changes of a role's icon: a picture and an emoji exclude each other. */
function iconOf(values: FormData, role: RoleObject, icon: ImageChange) {
  const emoji = String(values.get('unicode_emoji') ?? '').trim() || null
  if (icon) return { icon }
  return {
    ...(icon === null ? { icon } : {}),
    ...(emoji === role.unicode_emoji ? {} : { unicode_emoji: emoji }),
  }
}

function RoleIcon(props: {
  role: RoleObject
  allowed: boolean
  icon: ImageChange
  onIcon: (icon: ImageChange) => void
  saving: Saving
}) {
  const { role, allowed, icon, onIcon, saving } = props
  return (
    <>
      <ImageField
        label="Icon"
        current={
          role.icon && (
            <img src={`/cdn/role-icons/${role.id}/${role.icon}.webp?size=64`} alt="" className={styles.icon} />
          )
        }
        removable={role.icon !== null}
        value={icon}
        onChange={onIcon}
        error={saving.errorOf('icon')}
        disabled={!allowed}
        {...(allowed ? {} : { hint: 'The guild needs the feature ROLE_ICONS.' })}
      />
      {allowed && (
        <TextField
          label="Emoji in place of an icon"
          name="unicode_emoji"
          defaultValue={role.unicode_emoji ?? ''}
          maxLength={32}
          error={saving.errorOf('unicode_emoji')}
        />
      )}
    </>
  )
}

function DeleteRole({ guild, role, actor }: Omit<FormParts, 'disabled'>) {
  const client = useClient()
  const navigate = useNavigate()
  const saving = useSave()
  const [open, setOpen] = useState(false)
  const { id: guildId } = guild.guild
  const refusal = whyNotDeleteRole(actor, role, guildId)

  async function remove() {
    if (!(await saving.run(() => client.api.delete(`/guilds/${guildId}/roles/${role.id}`)))) return
    await navigate({ to: '/guilds/$guildId/settings/$', params: { guildId, _splat: 'roles' } })
  }

  return (
    <>
      <p>
        <Button look="danger" disabled={refusal !== null} onClick={() => setOpen(true)}>
          Delete role
        </Button>
      </p>
      {refusal && <p className={styles.detail}>{refusal}</p>}
      {open && (
        <ConfirmDialog
          title={`Delete ${role.name}?`}
          description={saving.error ?? 'Members lose the permissions of the role.'}
          action="Delete role"
          danger
          busy={saving.busy}
          onConfirm={() => void remove()}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
