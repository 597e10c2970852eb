import { messageOf } from '../../api/client.ts'
import { t } from '../../lib/language/text.ts'
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
        title={t('Social SDK')}
        description={t('Games use it for friends, messages, lobbies, calls and activities of their players.')}
      >
        <h3>{t('Getting started')}</h3>
        <Rows>
          <Row
            title={t('Terms of the social SDK')}
            detail={
              accepted
                ? t('Accepted. They stay accepted.')
                : t(
                    'You use data of players for the features of the game only, and delete it when a player asks. The scope relationships.read needs the terms.',
                  )
            }
          >
            <Button
              look={accepted ? 'plain' : 'primary'}
              disabled={accepted || saving.busy}
              onClick={() => save({ social_sdk_terms_accepted: true })}
            >
              {accepted ? t('Accepted') : t('Accept terms')}
            </Button>
          </Row>
          <Row
            title={t('Game')}
            detail={
              review?.game
                ? t('The application is a game. It has players, lobbies and a game stats widget.')
                : t('Makes the application a game, which it stays. Players and the game stats widget are set up then.')
            }
          >
            <Button
              disabled={!accepted || review?.game !== false || saving.busy}
              onClick={() => save({ social_layer: true })}
            >
              {review?.game ? t('Claimed') : t('Claim as a game')}
            </Button>
          </Row>
        </Rows>
        {error && <ErrorText>{messageOf(error)}</ErrorText>}
        {saving.saved && <StatusText>{t('Saved.')}</StatusText>}
        {saving.error && <ErrorText>{saving.error}</ErrorText>}
      </Section>
      {review && <Approvals review={review} />}
    </>
  )
}

function Approvals({ review }: { review: Review }) {
  const rows = [
    {
      title: t('Communication features'),
      approved: review.social_layer,
      yes: t('Approved. The limits of development do not apply.'),
      no: t('Not approved. Lobbies, messages and direct messages have the limits of development.'),
    },
    {
      title: t('Premium status of players'),
      approved: review.identify_premium,
      yes: t('Approved. The scope identify.premium can be requested.'),
      no: t('Not approved. The scope identify.premium is refused.'),
    },
    {
      title: t('Verification'),
      approved: review.verified,
      yes: t('The operator verified the application.'),
      no: t('Not verified. Privileged intents are reviewed separately.'),
    },
  ]
  return (
    <Section
      title={t('Approvals')}
      description={t('The operator of this platform gives them. Ask the operator to change one.')}
    >
      <Rows>
        {rows.map(({ title, approved, yes, no }) => (
          <Row key={title} title={title} detail={approved ? yes : no} />
        ))}
      </Rows>
    </Section>
  )
}
