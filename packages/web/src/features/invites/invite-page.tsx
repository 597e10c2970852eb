import { useNavigate, useParams } from '@tanstack/react-router'
import { messageOf } from '../../api/client.ts'
import { welcomes } from '../../domain/invites/after-joining.ts'
import { useInvite } from '../../domain/invites/use-invite.ts'
import { useClient } from '../../gateway/react.tsx'
import { t } from '../../lib/language/text.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorText } from '../../ui/field.tsx'
import { Page } from '../../ui/page.tsx'
import { useSave } from '../../ui/use-save.ts'

/** The page of an invite link. */
export function InvitePage() {
  const { code } = useParams({ from: '/invite/$code' })
  const client = useClient()
  const navigate = useNavigate()
  const saving = useSave()
  const { data, error } = useInvite(code)
  if (error) {
    return (
      <Page title={t('This invite is not valid')}>
        <ErrorText>{messageOf(error)}</ErrorText>
      </Page>
    )
  }
  if (!data) return <Page title={t('Invite')}>{null}</Page>
  const { guild, inviter, approximate_member_count: members } = data
  return (
    <Page title={guild?.name ?? t('Invite')}>
      <p>
        {inviter ? t('{username} invites you to join.', { username: inviter.username }) : t('You are invited to join.')}
        {members !== undefined &&
          members !== null &&
          ` ${t('{members, plural, one {# member.} other {# members.}}', { members })}`}
      </p>
      {saving.error && <ErrorText>{saving.error}</ErrorText>}
      <Button
        look="primary"
        busy={saving.busy}
        onClick={() =>
          void saving.run(async () => {
            await client.api.call('accept_invite', { params: { code } })
            const params = { guildId: guild?.id ?? '@me' }
            const greeted = guild ? await welcomes(client, guild) : false
            await navigate({ to: greeted ? '/channels/$guildId/welcome' : '/channels/$guildId', params })
          })
        }
      >
        {guild ? t('Join {name}', { name: guild.name }) : t('Join')}
      </Button>
    </Page>
  )
}
