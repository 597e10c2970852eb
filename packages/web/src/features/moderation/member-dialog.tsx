import type { MemberObject, RoleObject } from '@guildhall/protocol'
import type { FormEvent } from 'react'
import { useActor } from '../../domain/guilds/use-actor.ts'
import { closeManagedMember, type ManagedMember } from '../../domain/members/open-moderation.ts'
import { useClient, useClientState } from '../../gateway/react.tsx'
import { displayName } from '../../gateway/selectors.ts'
import type { GuildState } from '../../gateway/state.ts'
import { rankOf, rolesFromTop, whyNotAssign, whyNotRename } from '../../lib/hierarchy.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorText, StatusText, TextField } from '../../ui/field.tsx'
import form from '../../ui/form.module.css'
import { RoleName } from '../../ui/role-name.tsx'
import { useInstantChoice } from '../../ui/use-instant-choice.ts'
import { type Saving, useSave } from '../../ui/use-save.ts'
import styles from './member-dialog.module.css'
import type { MemberParts } from './member-parts.ts'
import { Removal } from './member-removal.tsx'
import { Timeout } from './member-timeout.tsx'

/** Roles, nickname, timeout and removal of a member, as far as the person may change them. */
export function MemberDialog({ guildId, userId }: ManagedMember) {
  const guild = useClientState(({ guilds }) => guilds.get(guildId))
  const member = guild?.members.get(userId)
  if (!guild || !member) return null
  return <OpenDialog guild={guild} member={member} />
}

function OpenDialog({ guild, member }: { guild: GuildState; member: MemberObject }) {
  const actor = useActor(guild)
  const userId = member.user.id
  const parts = { guild, member, actor, target: { userId, rank: rankOf(guild, userId, member.roles) } }
  return (
    <Dialog
      title={`Manage ${displayName(member.user, member)}`}
      description={member.user.username}
      onClose={closeManagedMember}
      width="medium"
      holdsText
    >
      <div className={styles.parts}>
        <Nickname {...parts} />
        <Roles {...parts} />
        {userId !== actor.userId && (
          <>
            <Timeout {...parts} />
            <Removal {...parts} />
          </>
        )}
      </div>
    </Dialog>
  )
}

function Nickname({ guild, member, actor, target }: MemberParts) {
  const client = useClient()
  const saving = useSave()
  const refusal = whyNotRename(actor, target)
  const path = `/guilds/${guild.guild.id}/members/${target.userId === actor.userId ? '@me' : target.userId}`

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const nick = String(new FormData(event.currentTarget).get('nick')) || null
    void saving.run(() => client.api.patch(path, { nick }))
  }

  return (
    <form onSubmit={submit}>
      <fieldset className={form.form} disabled={refusal !== null}>
        <TextField
          label="Nickname"
          name="nick"
          defaultValue={member.nick ?? ''}
          placeholder={displayName(member.user)}
          maxLength={32}
          hint={refusal ?? undefined}
          error={saving.error ?? undefined}
        />
        <div className={styles.line}>
          <Button type="submit" busy={saving.busy}>
            Save nickname
          </Button>
          {saving.saved && <StatusText>Saved.</StatusText>}
        </div>
      </fieldset>
    </form>
  )
}

function Roles(parts: MemberParts) {
  const { guild } = parts
  const saving = useSave()
  const roles = rolesFromTop(guild.roles.values()).filter(({ id }) => id !== guild.guild.id)
  return (
    <fieldset className={styles.part}>
      <legend className={form.legend}>Roles</legend>
      {saving.error && <ErrorText>{saving.error}</ErrorText>}
      {roles.length === 0 && <p className={styles.hint}>The guild has no roles yet.</p>}
      <ul className={styles.roles}>
        {roles.map((role) => (
          <li key={role.id}>
            <RoleChoice {...parts} role={role} saving={saving} />
          </li>
        ))}
      </ul>
    </fieldset>
  )
}

function RoleChoice({
  guild,
  member,
  actor,
  target,
  role,
  saving,
}: MemberParts & { role: RoleObject; saving: Saving }) {
  const client = useClient()
  const { id: guildId } = guild.guild
  const { userId } = target
  const refusal = whyNotAssign(actor, role, guildId)
  const path = `/guilds/${guildId}/members/${userId}/roles/${role.id}`
  const [given, choose] = useInstantChoice(member.roles.includes(role.id), (given) =>
    saving.run(async () => {
      await (given ? client.api.put(path) : client.api.delete(path))
      client.do('member role changed', { guildId, userId, roleId: role.id, given })
    }),
  )
  return (
    <label className={form.choice} title={refusal ?? undefined}>
      <input
        type="checkbox"
        checked={given}
        disabled={refusal !== null}
        onChange={({ target }) => choose(target.checked)}
      />
      <RoleName colours={role.color === 0 ? null : role.colors}>{role.name}</RoleName>
      {refusal && <span className={styles.hint}>{refusal}</span>}
    </label>
  )
}
