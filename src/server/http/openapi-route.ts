import type { FastifyInstance } from 'fastify';
import { type EncodedDocument, encodeDocument, sendEncoded } from './encoded-document.ts';
import { openApiDocument } from './openapi.ts';

/** `/api/openapi.json`, generated at the first request so that the server starts sooner. */
export function serveOpenApi(app: FastifyInstance, publicUrl: string): void {
  let made: Promise<EncodedDocument> | undefined;
  app.get('/api/openapi.json', async (request, reply) => {
    made ??= openApiDocument(publicUrl).then((document) => encodeDocument(JSON.stringify(document)));
    const document = await made;
    reply
      .type('application/json; charset=utf-8')
      .headers({ 'cache-control': 'public, max-age=300', vary: 'accept-encoding' });
    return sendEncoded(request, reply, document);
  });
}
