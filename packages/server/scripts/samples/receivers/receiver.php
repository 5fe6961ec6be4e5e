<?php

/** Checks that one signature matches and that the timestamp is at most 300 s away from now. */
function verify(string $secret, string $header, string $body, int $now): bool
{
    $timestamp = '';
    $signatures = [];
    foreach (explode(',', $header) as $item) {
        [$name, $value] = explode('=', trim($item), 2) + ['', ''];
        if ($name === 't') {
            $timestamp = $value;
        } elseif ($name === 'v1') {
            $signatures[] = $value;
        }
    }
    if (!preg_match('/^[0-9]{1,15}$/D', $timestamp) || abs($now - (int) $timestamp) > 300) {
        return false;
    }
    $expected = hash_hmac('sha256', "$timestamp.$body", $secret);
    foreach ($signatures as $signature) {
        if (hash_equals($expected, $signature)) {
            return true;
        }
    }
    return false;
}

if (($_SERVER['REQUEST_METHOD'] ?? '') === 'POST') {
    $secret = getenv('WEBHOOK_SECRET') ?: throw new RuntimeException('WEBHOOK_SECRET is not set');
    $body = file_get_contents('php://input'); // the raw bytes: JSON that is parsed and written again does not verify
    if (!verify($secret, $_SERVER['HTTP_X_MERCHANT_SIGNATURE'] ?? '', $body, time())) {
        http_response_code(400);
        exit;
    }
    $event = json_decode($body, true, flags: JSON_THROW_ON_ERROR);
    // An event may arrive more than once: handle each event of an order or withdrawal once.
    error_log($event['event'] . ' ' . json_encode($event['data']));
    http_response_code(204);
}
