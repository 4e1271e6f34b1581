import http from 'node:http';
import https from 'node:https';
import { syncBuiltinESMExports } from 'node:module';

// Preloaded into the server under test: redirects the Stripe SDK's requests to a simulation on this machine, so that
// the product needs no setting for it.

const port = Number(process.env.STRIPE_STAND_IN_PORT);
const toStripe = https.request;

const nearby = (options: https.RequestOptions): http.ClientRequest => {
  const { headers, path, method } = options;
  const request = http.request({ headers, path, method, host: '127.0.0.1', port });
  // The SDK writes once the connection is secure, so this plain connection counts as secure at once.
  request.on('socket', (socket) => {
    if (socket.connecting) socket.once('connect', () => socket.emit('secureConnect'));
  });
  return request;
};

const isToStripe = (options: unknown): options is https.RequestOptions =>
  typeof options === 'object' && options !== null && 'host' in options && options.host === 'api.stripe.com';

function request(...given: unknown[]): http.ClientRequest {
  const [options] = given;
  return isToStripe(options) ? nearby(options) : Reflect.apply(toStripe, https, given);
}

Object.assign(https, { request });
syncBuiltinESMExports();
