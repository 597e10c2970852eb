import type { MemberObject, RoleObject } from '@guildhall/protocol'
import { useMemo, useState } from 'react'
import { EntityBox } from '../../domain/entities/entity-box.tsx'
import { useClient } from '../../gateway/react.tsx'
import { displayName } from '../../gateway/selectors.ts'
import type { GuildState } from '../../gateway/state.ts'
import { type Actor, whyNotAssign } from '../../lib/hierarchy.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { ErrorText, Field } from '../../ui/field.tsx'
import { Row, Rows, Section } from '../../ui/sections.tsx'
import { useSave } from '../../ui/use-save.ts'
import styles from './roles.module.css'
import { useGuildMembers } from './use-guild-members.ts'

/** Members that are listed at first, and added by each press of "Show more". */
const PAGE = 50

/** The members who have a role. */
export function RoleMembers({ guild, role, actor }: { guild: GuildState; role: RoleObject; actor: Actor }) {
  const client = useClient()
  const saving = useSave()
  const [shown, setShown] = useState(PAGE)
  const loading = useGuildMembers(guild)
  const { id: guildId } = guild.guild
  const refusal = whyNotAssign(actor, role, guildId)
  const members = useMemo(() => membersWith(guild.members, role.id), [guild.members, role.id])
  const path = (userId: string) => `/guilds/${guildId}/members/${userId}/roles/${role.id}`
  return (
    <Section title="Members" description={refusal ?? undefined}>
      {refusal === null && (
        <Field label="Add a member">
          {({ id }) => (
            <EntityBox
              id={id}
              kind="user"
              place={{ channelId: '', guildId }}
              placeholder="Search members"
              chosen={[]}
              onChange={([user]) => user && void saving.run(() => client.api.put(path(user.value)))}
            />
          )}
        </Field>
      )}
      {saving.error && <ErrorText>{saving.error}</ErrorText>}
      {members.length === 0 ? (
        <p className={styles.detail}>{loading ? 'Loading members…' : 'No member has this role yet.'}</p>
      ) : (
        <Rows>
          {members.slice(0, shown).map((member) => (
            <Row
              key={member.user.id}
              picture={<Avatar user={member.user} size={32} />}
              title={displayName(member.user, member)}
              detail={member.user.username}
            >
              {refusal === null && (
                <Button
                  size="small"
                  aria-label={`Remove ${member.user.username}`}
                  onClick={() => void saving.run(() => client.api.delete(path(member.user.id)))}
                >
                  Remove
                </Button>
              )}
            </Row>
          ))}
        </Rows>
      )}
      {members.length > shown && (
        <p>
          <Button onClick={() => setShown(shown + PAGE)}>Show more ({members.length - shown})</Button>
        </p>
      )}
    </Section>
  )
}

function membersWith(members: ReadonlyMap<string, MemberObject>, roleId: string): MemberObject[] {
  return [...members.values()]
    .filter(({ roles }) => roles.includes(roleId))
    .sort((one, other) => displayName(one.user, one).localeCompare(displayName(other.user, other)))
}
