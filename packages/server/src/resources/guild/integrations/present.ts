import type { IntegrationObject } from '@guildhall/protocol'
import type { Application, User } from '../../../kernel/model.ts'
import { presentUser } from '../../accounts/users/present.ts'
import type { StoredIntegration } from './model.ts'

/** Returns the integration object of an application; `user` added it to the guild. */
export function presentIntegration(
  integration: StoredIntegration,
  application: Application,
  options: { bot?: User | undefined; user?: User | undefined } = {},
): IntegrationObject {
  const { bot, user } = options
  return {
    id: integration.id.toString(),
    name: application.name,
    type: 'discord',
    enabled: true,
    account: { id: application.id.toString(), name: application.name },
    application: {
      id: application.id.toString(),
      name: application.name,
      icon: application.icon,
      description: application.description,
      summary: '',
      type: null,
      ...(bot ? { bot: presentUser(bot) } : {}),
    },
    scopes: application.bot_id === null ? ['applications.commands'] : ['applications.commands', 'bot'],
    ...(user ? { user: presentUser(user) } : {}),
  }
}
