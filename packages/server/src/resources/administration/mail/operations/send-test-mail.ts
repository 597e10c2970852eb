import { MailError } from '../../../../kernel/mailer.ts'
import { operation } from '../../../../kernel/operation.ts'
import { SYSTEM_ACTOR } from '../../../../kernel/units.ts'
import { Type } from '../../../../validation/schema.ts'
import { settingsOf } from '../../../accounts/instance-settings/index.ts'
import { EmailAddress } from '../../../accounts/instance-settings/model.ts'
import { letters, senderAddress } from '../../../accounts/mails/index.ts'
import { operatorOf } from '../../../accounts/operators/index.ts'

/** Send Test Mail: sends a mail at once, and responds with the words of the mail server. */
export const sendTestMail = operation({
  id: 'send_test_mail',
  method: 'POST',
  path: '/admin/mail/test',
  callers: ['operator', 'person'],
  unlisted: true,
  writes: false,
  body: Type.Object({ to: EmailAddress }),
  responses: { 200: Type.Object({ ok: Type.Boolean(), response: Type.String() }) },
  limit: { limit: 10, windowMs: 60_000 },

  async before({ body, platform, ...request }) {
    const settings = await platform.units.read(SYSTEM_ACTOR, async (work) => {
      await operatorOf({ ...request, platform, work }, 'admin')
      return settingsOf(work)
    })
    const from = { name: settings.name, address: senderAddress(settings) }
    const letter = letters.test({ name: settings.name, url: platform.addresses.url })
    const id = `test.${platform.clock.now()}`
    try {
      const response = await platform.mailer.send({ id, to: body.to, from, ...letter }, settings.smtp_url)
      return { ok: true, response }
    } catch (error) {
      if (error instanceof MailError) return { ok: false, response: error.message }
      throw error
    }
  },

  run: async ({ prepared }) => prepared,
})
