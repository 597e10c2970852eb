import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useClient } from '../../gateway/react.tsx'
import type { ConsentQuestion } from './consent-question.tsx'

const ConsentQuestionDialog = lazy(() =>
  import('./consent-question.tsx').then(({ ConsentQuestionDialog }) => ({ default: ConsentQuestionDialog })),
)

/** Questions that wait at a time. More are refused, so that a game cannot fill the app. */
const QUESTIONS_MAX = 10

/** Shows the questions that applications ask through the person's local client, and opens the pages that it names. */
export function LocalClientHost() {
  const client = useClient()
  const navigate = useNavigate()
  const [questions, setQuestions] = useState<readonly ConsentQuestion[]>([])
  useEffect(() => {
    const stops = [
      client.on('CONSENT_REQUEST_CREATE', (question) =>
        setQuestions((before) => (before.length < QUESTIONS_MAX ? [...before, question] : before)),
      ),
      client.on('CONSENT_REQUEST_UPDATE', ({ id, status }) => {
        if (status !== 'shown') setQuestions((before) => before.filter((question) => question.id !== id))
      }),
      client.on('CLIENT_NAVIGATE', ({ path }) => void navigate({ to: path })),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [client, navigate])
  const [question] = questions
  if (!question) return null
  return (
    <Suspense>
      <ConsentQuestionDialog
        key={question.id}
        question={question}
        onAnswered={() => setQuestions((before) => before.filter(({ id }) => id !== question.id))}
      />
    </Suspense>
  )
}
