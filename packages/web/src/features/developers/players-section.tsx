import type { ApplicationIdentityObject, UserObject } from '@guildhall/protocol'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { messageOf } from '../../api/client.ts'
import { useClient } from '../../gateway/react.tsx'
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

interface Account {
  readonly user: UserObject
  readonly created_at: string
  readonly restricted: boolean
  readonly identities: readonly ApplicationIdentityObject[]
}

interface Accounts {
  readonly total: number
  readonly items: readonly Account[]
}

const PAGE = 25
const count = new Intl.NumberFormat()

function AccountsPart({ application }: SectionProps) {
  const client = useClient()
  const { data, error, hasNextPage, fetchNextPage, isFetching } = useInfiniteQuery({
    queryKey: ['provisional-accounts', application.id],
    queryFn: ({ pageParam }) =>
      client.api.get<Accounts>(`/applications/${application.id}/provisional-accounts`, {
        query: { limit: PAGE, after: pageParam },
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ items }) => (items.length === PAGE ? items.at(-1)?.user.id : undefined),
    staleTime: 0,
  })
  const accounts = data?.pages.flatMap(({ items }) => items) ?? []
  const total = data?.pages[0]?.total ?? 0
  return (
    <Section
      title="Provisional accounts"
      description={`Accounts that the game made for players who have none here. ${count.format(total)} in all.`}
    >
      {error && <ErrorText>{messageOf(error)}</ErrorText>}
      {data && accounts.length === 0 && (
        <p>
          No player has one yet. Your server makes one by <code>POST /partner-sdk/token</code>.
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
                    Since {dayName(created_at)}
                    {restricted && '. Restricted by a ban of the operator: cannot be merged'}
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
            Show more
          </Button>
        </div>
      )}
    </Section>
  )
}

interface Linked {
  readonly id: string
  readonly name: string
}

function PublisherPart({ application }: SectionProps) {
  const client = useClient()
  const { data, error } = useQuery({
    queryKey: ['publisher', application.id],
    queryFn: () =>
      client.api.get<{ parent: Linked | null; children: readonly Linked[] }>(
        `/applications/${application.id}/publisher`,
      ),
    staleTime: 0,
  })
  return (
    <Section
      title="Publisher"
      description="Players of a publisher have one account for all its games. The operator links and separates games; linking deletes the players that a game had before."
    >
      {error && <ErrorText>{messageOf(error)}</ErrorText>}
      {data && !data.parent && data.children.length === 0 && <p>Not linked with another application.</p>}
      {data && (data.parent || data.children.length > 0) && (
        <Rows>
          {data.parent && <Row title={data.parent.name} detail={`Publisher of this game, ${data.parent.id}`} />}
          {data.children.map(({ id, name }) => (
            <Row key={id} title={name} detail={`Game of this publisher, ${id}`} />
          ))}
        </Rows>
      )}
    </Section>
  )
}
