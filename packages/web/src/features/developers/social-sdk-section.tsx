import { messageOf } from '../../api/client.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorText, StatusText } from '../../ui/field.tsx'
import { Row, Rows, Section } from '../../ui/sections.tsx'
import { useSave } from '../../ui/use-save.ts'
import { useEditApplication } from './queries.ts'
import { type Review, useReview } from './review.ts'
import type { SectionProps } from './section-props.ts'

/** Terms of the social SDK, the step that makes an application a game, and approvals of the operator. */
export function SocialSdkSection({ application }: SectionProps) {
  const edit = useEditApplication(application.id)
  const saving = useSave()
  const { data: review, error, refetch } = useReview(application.id)
  const accepted = application.social_sdk_terms_accepted ?? false
  const save = (changes: object) => void saving.run(() => edit(changes)).then(() => refetch())
  return (
    <>
      <Section
        title="Social SDK"
        description="Games use it for friends, messages, lobbies, calls and activities of their players."
      >
        <h3>Getting started</h3>
        <Rows>
          <Row
            title="Terms of the social SDK"
            detail={
              accepted
                ? 'Accepted. They stay accepted.'
                : 'You use data of players for the features of the game only, and delete it when a player asks. The scope relationships.read needs the terms.'
            }
          >
            <Button
              look={accepted ? 'plain' : 'primary'}
              disabled={accepted || saving.busy}
              onClick={() => save({ social_sdk_terms_accepted: true })}
            >
              {accepted ? 'Accepted' : 'Accept terms'}
            </Button>
          </Row>
          <Row
            title="Game"
            detail={
              review?.game
                ? 'The application is a game. It has players, lobbies and a game stats widget.'
                : 'Makes the application a game, which it stays. Players and the game stats widget are set up then.'
            }
          >
            <Button
              disabled={!accepted || review?.game !== false || saving.busy}
              onClick={() => save({ social_layer: true })}
            >
              {review?.game ? 'Claimed' : 'Claim as a game'}
            </Button>
          </Row>
        </Rows>
        {error && <ErrorText>{messageOf(error)}</ErrorText>}
        {saving.saved && <StatusText>Saved.</StatusText>}
        {saving.error && <ErrorText>{saving.error}</ErrorText>}
      </Section>
      {review && <Approvals review={review} />}
    </>
  )
}

function Approvals({ review }: { review: Review }) {
  const rows = [
    {
      title: 'Communication features',
      approved: review.social_layer,
      yes: 'Approved. The limits of development do not apply.',
      no: 'Not approved. Lobbies, messages and direct messages have the limits of development.',
    },
    {
      title: 'Premium status of players',
      approved: review.identify_premium,
      yes: 'Approved. The scope identify.premium can be requested.',
      no: 'Not approved. The scope identify.premium is refused.',
    },
    {
      title: 'Verification',
      approved: review.verified,
      yes: 'The operator verified the application.',
      no: 'Not verified. Privileged intents are reviewed separately.',
    },
  ]
  return (
    <Section title="Approvals" description="The operator of this platform gives them. Ask the operator to change one.">
      <Rows>
        {rows.map(({ title, approved, yes, no }) => (
          <Row key={title} title={title} detail={approved ? yes : no} />
        ))}
      </Rows>
    </Section>
  )
}
