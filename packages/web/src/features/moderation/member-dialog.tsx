import { displayName, mayAssign, mayRename, rankOf, rolesFromTop } from '@guildhall/client/questions'
import type { GuildState } from '@guildhall/client/records'
import { type MemberObject, NICKNAME_MAX, type RoleObject } from '@guildhall/protocol'
import { useActor } from '../../domain/guilds/use-actor.ts'
import { closeManagedMember, type ManagedMember } from '../../domain/members/open-moderation.ts'
import { useClient, useClientState } from '../../gateway/react.tsx'
import { t } from '../../lib/language/text.ts'
import { refusalText } from '../../lib/refusal-words.ts'
import { Button } from '../../ui/button.tsx'
import { AskBeforeLeaving, Dialog } from '../../ui/dialog.tsx'
import { ErrorText, StatusText, TextField } from '../../ui/field.tsx'
import form from '../../ui/form.module.css'
import { RoleName } from '../../ui/role-name.tsx'
import { useChanges } from '../../ui/use-changes.ts'
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
      title={t('Manage {name}', { name: displayName(member.user, member) })}
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
  const refusal = refusalText(mayRename(actor, target))

  const changes = useChanges({ nick: member.nick ?? null })
  const { id: guildId } = guild.guild
  const submit = changes.onSubmit(saving, async (body) => {
    const saved = await client.api.call('update_guild_member', {
      params: { guild_id: guildId, user_id: target.userId === actor.userId ? '@me' : target.userId },
      body,
    })
    client.apply('GUILD_MEMBER_UPDATE', { ...saved, guild_id: guildId })
  })

  return (
    <form onSubmit={submit}>
      <fieldset className={form.form} disabled={refusal !== null}>
        <TextField
          label={t('Nickname')}
          {...changes.optional('nick')}
          placeholder={displayName(member.user)}
          maxLength={NICKNAME_MAX}
          hint={refusal ?? undefined}
          error={saving.error ?? undefined}
        />
        <div className={styles.line}>
          <Button type="submit" busy={saving.busy}>
            {t('Save nickname')}
          </Button>
          {saving.saved && !changes.isChanged() && <StatusText>{t('Saved.')}</StatusText>}
        </div>
      </fieldset>
      <AskBeforeLeaving changes={changes} />
    </form>
  )
}

function Roles(parts: MemberParts) {
  const { guild } = parts
  const saving = useSave()
  const roles = rolesFromTop(guild.roles.values()).filter(({ id }) => id !== guild.guild.id)
  return (
    <fieldset className={styles.part}>
      <legend className={form.legend}>{t('Roles')}</legend>
      {saving.error && <ErrorText>{saving.error}</ErrorText>}
      {roles.length === 0 && <p className={styles.hint}>{t('The guild has no roles yet.')}</p>}
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
  const refusal = refusalText(mayAssign(actor, role, guildId))
  const [given, choose] = useInstantChoice(member.roles.includes(role.id), (given) =>
    saving.run(async () => {
      await (given
        ? client.api.call('add_guild_member_role', { params: { guild_id: guildId, user_id: userId, role_id: role.id } })
        : client.api.call('delete_guild_member_role', {
            params: { guild_id: guildId, user_id: userId, role_id: role.id },
          }))
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
