<?php

declare(strict_types=1);

// A whole shop in PHP without packages: sells, receives, refunds, charges monthly and compares its books.
// GATEWAY, TOKEN, SERVICE and WEBHOOK_SECRET are what `partner create --sells payment` prints. php -S 127.0.0.1:4000 shop.php
// The file KEPT stands for your database.

const KEPT = __DIR__ . '/orders.json';

/** An answer of the gateway. A POST that got no answer is repeated with the same key, and happens once. */
function call(string $method, string $path, ?array $body = null, ?string $key = null): ?array
{
    $key ??= bin2hex(random_bytes(16));
    $header = ['Authorization: Bearer ' . getenv('TOKEN'), 'Content-Type: application/json', "Idempotency-Key: $key"];
    $content = $body === null ? '' : json_encode((object) $body);
    $context = stream_context_create(['http' => compact('method', 'header', 'content') + ['ignore_errors' => true, 'timeout' => 30]]);
    for ($tries = 3; $tries > 0; $tries--) {
        $answer = @file_get_contents(getenv('GATEWAY') . $path, false, $context);
        $status = $answer === false ? 500 : (int) explode(' ', $http_response_header[0])[1];
        if ($status < 400) return json_decode($answer, true);
        if ($status < 500) break;
        sleep(1);
    }
    throw new RuntimeException("$method $path: $status $answer");
}

/** Changes what is kept, alone. */
function kept(callable $change): mixed
{
    $file = fopen(getenv('KEPT') ?: KEPT, 'c+');
    flock($file, LOCK_EX);
    $all = json_decode(stream_get_contents($file) ?: '', true) ?? ['orders' => [], 'seen' => []];
    $answer = $change($all);
    ftruncate($file, 0);
    rewind($file);
    fwrite($file, json_encode($all));
    fclose($file);
    return $answer;
}

function buy(float $amount): string
{
    $order = bin2hex(random_bytes(16));
    $thanks = (getenv('SHOP') ?: 'http://' . $_SERVER['HTTP_HOST']) . "/thanks?order=$order";
    $wanted = ['amount' => $amount, 'control' => $order, 'returns' => ['success' => $thanks, 'failure' => $thanks]];
    kept(function (array &$all) use ($order) { $all['orders'][$order] = ['payment' => null, 'state' => 'new']; });
    $made = call('POST', '/payment/' . getenv('SERVICE') . '/transactions', $wanted, $order)['data'];
    kept(function (array &$all) use ($order, $made) { $all['orders'][$order]['payment'] = $made['transactionId']; });
    return $made['redirectUrl'];
}

/** The Standard Webhooks signature. Old ones are refused, so that nobody repeats one. */
function isSigned(string $body): bool
{
    [$id, $time, $signatures] = [$_SERVER['HTTP_WEBHOOK_ID'] ?? '', $_SERVER['HTTP_WEBHOOK_TIMESTAMP'] ?? '', $_SERVER['HTTP_WEBHOOK_SIGNATURE'] ?? ''];
    $key = base64_decode(substr(getenv('WEBHOOK_SECRET'), strlen('whsec_')));
    $right = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$time.$body", $key, true));
    $found = array_filter(explode(' ', $signatures), fn (string $each): bool => hash_equals($right, $each));
    return $found !== [] && abs(time() - (int) $time) <= 300;
}

/** The same notification may come again: it is acted on once. */
function notified(string $id, array $event): void
{
    kept(function (array &$all) use ($id, $event) {
        if (isset($all['seen'][$id])) return;
        $data = $event['data'];
        $order = $data['control'] ?? '';
        if ($event['type'] === 'transaction:status_changed' && $data['status'] === 'transaction_paid' && isset($all['orders'][$order])) {
            $all['orders'][$order] = ['state' => 'paid', 'paid_on' => substr($data['paid_at'], 0, 10)] + $all['orders'][$order]; // deliver the goods here
        }
        if ($event['type'] === 'transaction_refund:status_changed' && $data['status'] === 'refund_completed') {
            foreach ($all['orders'] as &$each) if ($each['payment'] === $data['transaction']['id']) $each['state'] = 'refunded';
        }
        $all['seen'][$id] = true;
    });
}

function refund(string $order): array
{
    $payment = kept(fn (array &$all) => $all['orders'][$order]['payment']);
    return call('POST', '/payment/' . getenv('SERVICE') . "/transactions/$payment/refunds", [])['data'];
}

/** Once a month, from a timer: a payment, and the charge of who has agreed to it. */
function charge(string $subscription, float $amount, string $email): array
{
    $payments = '/payment/' . getenv('SERVICE');
    $payer = ['customer' => ['email' => $email, 'ip' => '198.51.100.7', 'countryCode' => 'PL'], 'antifraud' => ['useragent' => 'shop']];
    $made = call('POST', "$payments/transactions", ['amount' => $amount, 'directChannel' => 'blik-recurrent'] + $payer)['data'];
    return call('POST', "$payments/blik/subscriptions/$subscription/autopayment", ['transactionId' => $made['transactionId']])['data'];
}

/** Compares the orders with the wallet's entries of a day, page after page. */
function differences(string $day): array
{
    $booked = [];
    for ($path = '/wallet/entries?limit=100&day=' . urlencode($day); $path !== null; $path = $next === null ? null : '/wallet/entries?' . parse_url($next, PHP_URL_QUERY)) {
        $page = call('GET', $path);
        $booked = [...$booked, ...array_filter(array_column($page['data'], 'transaction_id'))];
        $next = $page['pagination']['links']['next_page'];
    }
    $orders = kept(fn (array &$all) => $all['orders']);
    $paid = array_column(array_filter($orders, fn (array $order): bool => ($order['paid_on'] ?? '') === $day), 'payment');
    $known = array_column($orders, 'payment');
    return ['not_booked' => array_values(array_diff($paid, $booked)), 'not_known' => array_values(array_unique(array_diff($booked, $known)))];
}

switch ($_SERVER['REQUEST_METHOD'] . ' ' . parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH)) {
    case 'POST /notify':
        $body = file_get_contents('php://input');
        if (!isSigned($body)) {
            http_response_code(400);
            exit;
        }
        notified($_SERVER['HTTP_WEBHOOK_ID'], json_decode($body, true));
        exit('OK');
    case 'POST /buy':
        header('Location: ' . buy((float) $_POST['amount']), true, 303);
        exit;
    case 'GET /thanks': // the address proves nothing: only the notification says that it is paid
        exit(kept(fn (array &$all) => $all['orders'][$_GET['order'] ?? '']['state'] ?? 'unknown'));
    case 'POST /refund': // behind a login
        exit(json_encode(refund($_POST['order'])));
    case 'POST /charge': // from a timer
        exit(json_encode(charge($_POST['subscription'], (float) $_POST['amount'], $_POST['email'])));
    case 'GET /books':
        exit(json_encode(differences($_GET['day'])));
    default:
        exit('<form method="post" action="/buy"><input name="amount" value="49.99"><button>Buy</button></form>');
}
