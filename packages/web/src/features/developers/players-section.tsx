import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { messageOf } from '../../api/client.ts'
import { useClient } from '../../gateway/react.tsx'
import { numberFormat } from '../../lib/language/formats.ts'
import { rich } from '../../lib/language/rich.ts'
import { t } from '../../lib/language/text.ts'
import { dayName } from '../../lib/time.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { ErrorText } from '../../ui/field.tsx'
import { Row, Rows, Section } from '../../ui/sections.tsx'
import { IssuersPart } from './issuers-part.tsx'
import type { SectionProps } from './section-props.ts'

/** Accounts of the players of a game: the issuers that prove them, provisional accounts, and the publisher. */
export function PlayersSection({ application }: SectionProps) {
  return (
    <>
      <IssuersPart application={application} />
      <AccountsPart application={application} />
      <PublisherPart application={application} />
    </>
  )
}

const PAGE = 25

function AccountsPart({ application }: SectionProps) {
  const client = useClient()
  const { data, error, hasNextPage, fetchNextPage, isFetching } = useInfiniteQuery({
    queryKey: ['provisional-accounts', application.id],
    queryFn: ({ pageParam }) =>
      client.api.call('list_provisional_accounts', {
        params: { application_id: application.id },
        query: { limit: PAGE, ...(pageParam && { after: pageParam }) },
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ items }) => (items.length === PAGE ? items.at(-1)?.user.id : undefined),
    staleTime: 0,
  })
  const accounts = data?.pages.flatMap(({ items }) => items) ?? []
  const total = data?.pages[0]?.total ?? 0
  return (
    <Section
      title={t('Provisional accounts')}
      description={t('Accounts that the game made for players who have none here. {count} in all.', {
        count: numberFormat().format(total),
      })}
    >
      {error && <ErrorText>{messageOf(error)}</ErrorText>}
      {data && accounts.length === 0 && (
        <p>
          {rich('No player has one yet. Your server makes one by <code>POST /partner-sdk/token</code>.', {
            code: <code />,
          })}
        </p>
      )}
      {accounts.length > 0 && (
        <Rows>
          {accounts.map(({ user, created_at, restricted, identities }) => (
            <Row
              key={user.id}
              picture={<Avatar user={user} size={32} />}
              title={user.global_name ?? user.username}
              detail={
                <>
                  <p>
                    {restricted
                      ? t('Since {day}. Restricted by a ban of the operator: cannot be merged', {
                          day: dayName(created_at),
                        })
                      : t('Since {day}', { day: dayName(created_at) })}
                  </p>
                  {identities.map((identity) => (
                    <p key={`${identity.provider_type} ${identity.provider_issued_user_id}`}>
                      {identity.provider_type}: {identity.provider_issued_user_id}
                      {identity.provider_id && ` (${identity.provider_id})`}
                    </p>
                  ))}
                </>
              }
            />
          ))}
        </Rows>
      )}
      {hasNextPage && (
        <div>
          <Button busy={isFetching} onClick={() => void fetchNextPage()}>
            {t('Show more')}
          </Button>
        </div>
      )}
    </Section>
  )
}

function PublisherPart({ application }: SectionProps) {
  const client = useClient()
  const { data, error } = useQuery({
    queryKey: ['publisher', application.id],
    queryFn: () => client.api.call('get_application_publisher', { params: { application_id: application.id } }),
    staleTime: 0,
  })
  return (
    <Section
      title={t('Publisher')}
      description={t(
        'Players of a publisher have one account for all its games. The operator links and separates games; linking deletes the players that a game had before.',
      )}
    >
      {error && <ErrorText>{messageOf(error)}</ErrorText>}
      {data && !data.parent && data.children.length === 0 && <p>{t('Not linked with another application.')}</p>}
      {data && (data.parent || data.children.length > 0) && (
        <Rows>
          {data.parent && (
            <Row title={data.parent.name} detail={t('Publisher of this game, {id}', { id: data.parent.id })} />
          )}
          {data.children.map(({ id, name }) => (
            <Row key={id} title={name} detail={t('Game of this publisher, {id}', { id })} />
          ))}
        </Rows>
      )}
    </Section>
  )
}
