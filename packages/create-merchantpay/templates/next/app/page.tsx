export default function Page() {
  return (
    <form method="post" action="/carts/cart-1/checkout">
      <button type="submit">Pay 25.00 USDT</button>
    </form>
  )
}
