import { type Actor, displayName, mayAssign } from '@guildhall/client/questions'
import type { GuildState } from '@guildhall/client/records'
import type { MemberObject, RoleObject } from '@guildhall/protocol'
import { useMemo, useState } from 'react'
import { EntityBox } from '../../domain/entities/entity-box.tsx'
import { useClient } from '../../gateway/react.tsx'
import { t } from '../../lib/language/text.ts'
import { refusalText } from '../../lib/refusal-words.ts'
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
  const refusal = refusalText(mayAssign(actor, role, guildId))
  const members = useMemo(() => membersWith(guild.members, role.id), [guild.members, role.id])
  return (
    <Section title={t('Members')} description={refusal ?? undefined}>
      {refusal === null && (
        <Field label={t('Add a member')}>
          {({ id }) => (
            <EntityBox
              id={id}
              kind="user"
              place={{ channelId: '', guildId }}
              placeholder={t('Search members')}
              chosen={[]}
              onChange={([user]) =>
                user &&
                void saving.run(() =>
                  client.api.call('add_guild_member_role', {
                    params: { guild_id: guildId, user_id: user.value, role_id: role.id },
                  }),
                )
              }
            />
          )}
        </Field>
      )}
      {saving.error && <ErrorText>{saving.error}</ErrorText>}
      {members.length === 0 ? (
        <p className={styles.detail}>{loading ? t('Loading members…') : t('No member has this role yet.')}</p>
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
                  aria-label={t('Remove {username}', { username: member.user.username })}
                  onClick={() =>
                    void saving.run(() =>
                      client.api.call('delete_guild_member_role', {
                        params: { guild_id: guildId, user_id: member.user.id, role_id: role.id },
                      }),
                    )
                  }
                >
                  {t('Remove')}
                </Button>
              )}
            </Row>
          ))}
        </Rows>
      )}
      {members.length > shown && (
        <p>
          <Button onClick={() => setShown(shown + PAGE)}>
            {t('Show more ({count})', { count: members.length - shown })}
          </Button>
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
