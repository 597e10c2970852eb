import { type Actor, mayDeleteRole, mayEditRole } from '@guildhall/client/questions'
import type { GuildState } from '@guildhall/client/records'
import { ROLE_EMOJI_MAX, ROLE_NAME_MAX, type RoleObject } from '@guildhall/protocol'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useActor } from '../../domain/guilds/use-actor.ts'
import { useClient } from '../../gateway/react.tsx'
import { t } from '../../lib/language/text.ts'
import { refusalText } from '../../lib/refusal-words.ts'
import { Button } from '../../ui/button.tsx'
import { mergeBits } from '../../ui/changes.ts'
import { CopyField } from '../../ui/copy-field.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { SwitchField, TextField } from '../../ui/field.tsx'
import form from '../../ui/form.module.css'
import { type ImageChange, ImageField } from '../../ui/image-field.tsx'
import { SaveBar } from '../../ui/save-bar.tsx'
import { Section } from '../../ui/sections.tsx'
import { type Changes, useChanges } from '../../ui/use-changes.ts'
import { type Saving, useSave } from '../../ui/use-save.ts'
import { type ColourChoice, choiceOf, coloursOfChoice, RoleColours } from './role-colours-field.tsx'
import { RoleMembers } from './role-members.tsx'
import { RolePermissions } from './role-permissions.tsx'
import styles from './roles.module.css'

/** One role: its look, its permissions and its members. */
export function RolePage({ guild, role }: { guild: GuildState; role: RoleObject }) {
  const actor = useActor(guild)
  const refusal = refusalText(mayEditRole(actor, role))
  const isEveryone = role.id === guild.guild.id
  return (
    <>
      <Section title={role.name} description={refusal ?? undefined}>
        <p>
          <Link to="/guilds/$guildId/settings/$" params={{ guildId: guild.guild.id, _splat: 'roles' }}>
            {t('All roles')}
          </Link>
        </p>
        <RoleForm guild={guild} role={role} actor={actor} disabled={refusal !== null} />
      </Section>
      {!isEveryone && <RoleMembers guild={guild} role={role} actor={actor} />}
      <Section title={t('More')}>
        <CopyField label={t('Role ID')} value={role.id} />
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

/** Values of the form of a role. */
interface RoleValues {
  readonly name: string
  readonly colours: ColourChoice
  readonly hoist: boolean
  readonly mentionable: boolean
  readonly unicode_emoji: string | null
  readonly icon: ImageChange
  readonly permissions: bigint
}

function RoleForm({ guild, role, actor, disabled }: FormParts) {
  const client = useClient()
  const saving = useSave()
  const { id: guildId, features } = guild.guild
  const isEveryone = role.id === guildId
  const changes = useChanges<RoleValues>(
    {
      name: role.name,
      colours: choiceOf(role.colors),
      hoist: role.hoist,
      mentionable: role.mentionable,
      unicode_emoji: role.unicode_emoji ?? null,
      icon: undefined,
      permissions: BigInt(role.permissions),
    },
    { merges: { permissions: mergeBits } },
  )

  const submit = changes.onSubmit(saving, async ({ permissions, colours, unicode_emoji, ...look }) => {
    const saved = await client.api.call('update_guild_role', {
      params: { guild_id: guildId, role_id: role.id },
      body: {
        ...look,
        // A picture and an emoji exclude each other.
        ...(unicode_emoji !== undefined && !look.icon && { unicode_emoji }),
        ...(colours && { colors: coloursOfChoice(colours) }),
        ...(permissions !== undefined && { permissions: permissions.toString() }),
      },
    })
    client.apply('GUILD_ROLE_UPDATE', { guild_id: guildId, role: saved })
  })

  return (
    <form onSubmit={submit}>
      <fieldset className={form.form} disabled={disabled}>
        {!isEveryone && (
          <>
            <TextField
              label={t('Name')}
              {...changes.text('name')}
              required
              maxLength={ROLE_NAME_MAX}
              error={saving.errorOf('name')}
            />
            <RoleColours
              name={role.name}
              choice={changes.values.colours}
              gradients={features.includes('ENHANCED_ROLE_COLORS')}
              error={saving.errorOf('colors')}
              onChange={(colours) => changes.set({ colours })}
            />
            <RoleIcon role={role} allowed={features.includes('ROLE_ICONS')} changes={changes} saving={saving} />
            <SwitchField
              label={t('Show members separately')}
              {...changes.flag('hoist')}
              hint={t('Members who are online have their own heading in the member list.')}
            />
            <SwitchField
              label={t('Everyone can mention this role')}
              {...changes.flag('mentionable')}
              hint={t('Members with Mention Everyone always can.')}
            />
          </>
        )}
        <RolePermissions
          actor={actor}
          before={BigInt(role.permissions)}
          permissions={changes.values.permissions}
          onChange={(permissions) => changes.set({ permissions })}
        />
        <SaveBar saving={saving} changes={changes} />
      </fieldset>
    </form>
  )
}

function RoleIcon(props: { role: RoleObject; allowed: boolean; changes: Changes<RoleValues>; saving: Saving }) {
  const { role, allowed, changes, saving } = props
  return (
    <>
      <ImageField
        label={t('Icon')}
        current={
          role.icon && (
            <img src={`/cdn/role-icons/${role.id}/${role.icon}.webp?size=64`} alt="" className={styles.icon} />
          )
        }
        removable={role.icon !== null}
        value={changes.values.icon}
        onChange={(icon) => changes.set({ icon })}
        error={saving.errorOf('icon')}
        disabled={!allowed}
        {...(allowed ? {} : { hint: t('The guild needs the feature ROLE_ICONS.') })}
      />
      {allowed && (
        <TextField
          label={t('Emoji in place of an icon')}
          {...changes.optional('unicode_emoji')}
          maxLength={ROLE_EMOJI_MAX}
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
  const refusal = refusalText(mayDeleteRole(actor, role, guildId))

  async function remove() {
    if (
      !(await saving.run(() =>
        client.api.call('delete_guild_role', { params: { guild_id: guildId, role_id: role.id } }),
      ))
    )
      return
    await navigate({ to: '/guilds/$guildId/settings/$', params: { guildId, _splat: 'roles' } })
  }

  return (
    <>
      <p>
        <Button look="danger" disabled={refusal !== null} onClick={() => setOpen(true)}>
          {t('Delete role')}
        </Button>
      </p>
      {refusal && <p className={styles.detail}>{refusal}</p>}
      {open && (
        <ConfirmDialog
          title={t('Delete {name}?', { name: role.name })}
          description={saving.error ?? t('Members lose the permissions of the role.')}
          action={t('Delete role')}
          danger
          busy={saving.busy}
          onConfirm={() => void remove()}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
