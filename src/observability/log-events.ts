import type { Logger } from 'pino';
import { type ObservedEvent, subscribe } from './events.ts';
import { withoutPrivate } from './private.ts';

/** One line for the begin and the end of each send, and for each change of a route's health. */
export const logEvents = (logger: Logger): (() => void) => subscribe((event) => write(logger, event));

function write(logger: Logger, event: ObservedEvent): void {
  if (event.is === 'send_began') logger.info(fieldsOf(event), 'a send began');
  if (event.is === 'send_ended') logger.info(fieldsOf(event), 'a send ended');
  if (event.is === 'route_down') logger.warn(fieldsOf(event), 'a route is down');
  if (event.is === 'route_back') logger.info(fieldsOf(event), 'a route is back');
}

/** A reason may quote a provider or a person. */
function fieldsOf({ is: _, ...fields }: ObservedEvent): object {
  const { reason } = fields as { reason?: string | null };
  return reason ? { ...fields, reason: withoutPrivate(reason) } : fields;
}
