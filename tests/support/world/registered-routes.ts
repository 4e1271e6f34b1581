import type { FastifyInstance } from 'fastify';

export interface RegisteredRoute {
  readonly method: string;
  /** With parameters as `:name`. */
  readonly url: string;
}

/** Every route of an application, read from the tree that Fastify prints: four signs for each level. */
export function registeredRoutes(app: FastifyInstance): RegisteredRoute[] {
  const parts: string[] = [];
  const found: RegisteredRoute[] = [];
  for (const line of app.printRoutes({ commonPrefix: false }).split('\n')) {
    const [, indent = '', part = '', methods = ''] = /^(.*?[├└]── )(\S*)(?: \((.+)\))?$/.exec(line) ?? [];
    if (indent === '') continue;
    parts.length = indent.length / 4 - 1;
    parts.push(part);
    const url = parts.join('') || '/';
    for (const method of methods.split(', ').filter(Boolean)) found.push({ method, url });
  }
  return found;
}
