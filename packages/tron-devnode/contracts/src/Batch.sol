// SPDX-License-Identifier: MIT
pragma solidity ^0.8.0;

import "./IToken.sol";

/// Many transfers in one transaction.
contract Batch {
    /// From this contract's own balance.
    function pay(IToken token, address[] calldata to, uint256[] calldata values) external {
        require(to.length == values.length, "lengths differ");
        for (uint256 i = 0; i < to.length; i++) token.transfer(to[i], values[i]);
    }

    /// From an account that allowed it to this contract.
    function payFrom(IToken token, address from, address[] calldata to, uint256[] calldata values) external {
        require(to.length == values.length, "lengths differ");
        for (uint256 i = 0; i < to.length; i++) token.transferFrom(from, to[i], values[i]);
    }
}
